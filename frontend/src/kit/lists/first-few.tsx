import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { counted, type Noun } from '../texts/nouns.js';

interface FirstFewProps<Item> {
  items: readonly Item[];
  /** Number of items shown at first. */
  few?: number;
  /** Noun of the items: "payment". */
  what: Noun;
  children: (shown: readonly Item[]) => ReactNode;
}

/** Shows the first items, and all on request. */
export function FirstFew<Item>({ items, few = 5, what, children }: FirstFewProps<Item>): ReactNode {
  const [all, setAll] = useState(false);
  return (
    <>
      {children(all ? items : items.slice(0, few))}
      {items.length > few && (
        <div className="px-4 pb-3">
          <Button
            kind="ghost"
            className="-ml-3 px-3 text-accent-ink"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? t`Show fewer` : t`Show all ${counted(items.length, what)}`}
          </Button>
        </div>
      )}
    </>
  );
}

interface FirstRowsProps<Item> extends Pick<FirstFewProps<Item>, 'items' | 'what'> {
  label?: string;
  /** Text of an empty list. */
  none?: string;
  children: (item: Item) => ReactNode;
}

/** First items as the rows of a card. */
export function FirstRows<Item>({
  items,
  what,
  label,
  none,
  children,
}: FirstRowsProps<Item>): ReactNode {
  return (
    <>
      {items.length === 0 && none && <p className="card-b pt-1.5 label text-ink-2">{none}</p>}
      <FirstFew items={items} what={what}>
        {(shown) => (
          <ul className="rows pb-2" aria-label={label}>
            {shown.map(children)}
          </ul>
        )}
      </FirstFew>
    </>
  );
}
