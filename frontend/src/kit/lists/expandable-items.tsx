import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { countedNoun, type Noun } from '../texts/nouns.js';

interface ExpandableItemsProps<Item> {
  items: readonly Item[];
  /** Number of items shown at first. */
  previewCount?: number;
  /** Noun of the items: "payment". */
  noun: Noun;
  children: (shownItems: readonly Item[]) => ReactNode;
}

/** Shows the first items, and all on request. */
export function ExpandableItems<Item>({
  items,
  previewCount = 5,
  noun,
  children,
}: ExpandableItemsProps<Item>): ReactNode {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <>
      {children(isExpanded ? items : items.slice(0, previewCount))}
      {items.length > previewCount && (
        <div className="px-4 pb-3">
          <Button
            kind="ghost"
            className="link -ml-3 px-3 text-accent-ink"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t`Show fewer` : t`Show all ${countedNoun(items.length, noun)}`}
          </Button>
        </div>
      )}
    </>
  );
}

interface ExpandableCardRowsProps<Item> extends Pick<ExpandableItemsProps<Item>, 'items' | 'noun'> {
  label?: string;
  /** Text of an empty list. */
  emptyText?: string;
  children: (item: Item) => ReactNode;
}

/** First items as the rows of a card. */
export function ExpandableCardRows<Item>({
  items,
  noun,
  label,
  emptyText,
  children,
}: ExpandableCardRowsProps<Item>): ReactNode {
  return (
    <>
      {items.length === 0 && emptyText && (
        <p className="card-b pt-1.5 label text-ink-2">{emptyText}</p>
      )}
      <ExpandableItems items={items} noun={noun}>
        {(shown) => (
          <ul className="rows pb-2" aria-label={label}>
            {shown.map(children)}
          </ul>
        )}
      </ExpandableItems>
    </>
  );
}
