import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { Items } from '#domain/catalogue/catalogue.views.js';
import { ListRows } from '../kit/lists/list-rows.js';
import { Chip } from '../ui/inputs/choice.js';
import { catalogueItem, type CatalogueItem, isShareable, recordsOfKind } from './items.js';
import { sharedItems } from './shared-items.js';

/** Category of the list, or all, in one line that scrolls sideways. */
export const CategoryChips = ({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly { readonly value: string; readonly label: string }[];
  chosen: string;
  onChoose: (categoryId: string) => void;
}): ReactNode => (
  <div
    className="-mx-gutter -mt-1 flex w-[calc(100%+2*var(--spacing-gutter))] flex-none gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none] *:flex-none [&::-webkit-scrollbar]:hidden"
    role="group"
    aria-label={t`Category`}
  >
    {[{ value: '', label: t`All` }, ...categories].map(({ value, label }) => (
      <Chip
        key={value}
        on={value === chosen}
        isCleared={false}
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {label}
      </Chip>
    ))}
  </div>
);

interface PhoneRowsProps {
  kind: ItemKind;
  label: string;
  items: readonly CatalogueItem[];
  row: (item: CatalogueItem) => ReactNode;
  /** Puts the items first that this account shared recently and most often. */
  hasFrequent: boolean;
}

const rowsProps = { className: 'card rows overflow-hidden', keyOf: ({ id }: CatalogueItem) => id };

/** Rows of a phone. Items that were shared recently and most often on this device come first. */
export function PhoneRows({ kind, label, items, row, hasFrequent }: PhoneRowsProps): ReactNode {
  const { recent, mostShared } = useFrequentItems(kind, items);
  const groups = hasFrequent
    ? [
        { title: t`Recently shared`, frequentItems: recent },
        { title: t`Shared most`, frequentItems: mostShared },
      ].filter(({ frequentItems }) => frequentItems.length > 0)
    : [];
  const frequentIds = new Set(
    groups.flatMap(({ frequentItems }) => frequentItems.map(({ id }) => id)),
  );
  const otherItems = items.filter(({ id }) => !frequentIds.has(id));
  return (
    <div className="stack gap-3">
      {groups.map(({ title, frequentItems }) => (
        <section key={title} aria-label={title}>
          <h2 className="meta px-1 pb-1 font-medium">{title}</h2>
          <ListRows {...rowsProps} label={title} items={frequentItems} card={row} />
        </section>
      ))}
      {otherItems.length > 0 && (
        <ListRows {...rowsProps} label={label} items={otherItems} card={row} />
      )}
    </div>
  );
}

/**
 * Items that this account shared on this device, if they can still be shared.
 * @param listed items of the shown list; others are fetched
 */
function useFrequentItems(kind: ItemKind, listed: readonly CatalogueItem[]) {
  const [{ recent, mostUsed }] = useState(sharedItems[kind].read);
  const ids = [...recent, ...mostUsed];
  const findListed = (id: string): CatalogueItem | undefined =>
    listed.find((item) => item.id === id);
  const answers = useQueries({
    queries: ids.map((id) => ({ ...recordsOfKind(kind).query(id), enabled: !findListed(id) })),
  });
  const frequentItems = ids.map((id, index) => {
    const answer = answers[index]?.data as Items[ItemKind] | undefined;
    return findListed(id) ?? (answer && catalogueItem(answer));
  });
  const isShareableItem = (item: CatalogueItem | undefined): item is CatalogueItem =>
    item !== undefined && isShareable(item);
  return {
    recent: frequentItems.slice(0, recent.length).filter(isShareableItem),
    mostShared: frequentItems.slice(recent.length).filter(isShareableItem),
  };
}
