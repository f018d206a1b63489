import { t } from '@lingui/core/macro';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { highlightArrivals } from '../../lib/live/live-changes.js';
import { useHighlightedIds } from '../../lib/live/live.js';
import { AnimatedList, isBeingRead, useHeldOrder } from '../../ui/layout/animated-list.js';
import { Button } from '../../ui/buttons/button.js';
import { useIsPhone } from '../../browser/media.js';
import { useIsPast } from '../records/past-day.js';
import { type TableColumn, DataTable, type TableSelection, type TableSort } from './data-table.js';

const NONE: ReadonlySet<string> = new Set();

export interface ListRowsProps<Item> {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  card: (item: Item, highlighted: boolean) => ReactNode;
  cardClassName?: string;
  className?: string;
  /** Columns of the table on a wide screen. */
  columns?: readonly TableColumn<Item>[];
  sort?: TableSort;
  /** Headings between the rows of the table, such as their days. */
  headingOf?: ((item: Item) => string) | undefined;
  /** Makes the rows of the table choosable. */
  selection?: TableSelection<Item> | undefined;
  /** Called when a row is pressed, before it opens. */
  onPress?: (item: Item) => void;
}

/**
 * Rows of a list. Changed rows are highlighted and move, but not under a finger; rows added above
 * are counted on a button.
 */
export function ListRows<Item>({
  items,
  keyOf,
  label,
  card,
  cardClassName,
  className = 'stack gap-2',
  columns,
  sort,
  headingOf,
  selection,
  onPress,
}: ListRowsProps<Item>): ReactNode {
  const isPhone = useIsPhone();
  const liveHighlights = useHighlightedIds();
  const isPast = useIsPast();
  const highlighted = isPast ? NONE : liveHighlights;
  const { shown, pointerHandlers } = useHeldOrder(items, keyOf);
  const rows = { items: shown, keyOf, highlighted };
  const container = useRef<HTMLDivElement>(null);
  return (
    // AnimatedList keeps positions, instead of the browser
    <div {...pointerHandlers} ref={container} className="[overflow-anchor:none]">
      <NewRowsButton list={container} keys={items.map(keyOf)} />
      {columns && !isPhone ? (
        <DataTable
          {...rows}
          label={label}
          columns={columns}
          sort={sort}
          headingOf={headingOf}
          selection={isPast ? undefined : selection}
          onPress={isPast ? undefined : onPress}
        />
      ) : (
        <AnimatedList
          {...rows}
          className={className}
          itemClassName={cardClassName}
          aria-label={label}
        >
          {(item) => card(item, highlighted.has(keyOf(item)))}
        </AnimatedList>
      )}
    </div>
  );
}

/**
 * Button with the number of rows added above while the list is scrolled. The list does not move.
 */
function NewRowsButton({
  list,
  keys,
}: {
  list: RefObject<HTMLElement | null>;
  keys: readonly string[];
}): ReactNode {
  const knownKeys = useRef<ReadonlySet<string>>(undefined);
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  const sequence = keys.join('\n');
  useEffect(() => {
    const previousKeys = knownKeys.current;
    const currentKeys = sequence.split('\n');
    knownKeys.current = new Set(currentKeys);
    if (!previousKeys) return;
    // rows behind known ones come from Load More
    const arrived = currentKeys
      .slice(0, currentKeys.findLastIndex((key) => previousKeys.has(key)) + 1)
      .filter((key) => !previousKeys.has(key));
    const added = highlightArrivals(arrived);
    if (added.length > 0 && isBeingRead(list.current))
      setUnseen((unseenBefore) => new Set([...unseenBefore, ...added]));
  }, [list, sequence]);
  useEffect(() => {
    if (unseen.size === 0) return undefined;
    const onScroll = (): void => {
      if (!isBeingRead(list.current)) setUnseen(new Set());
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [list, unseen]);
  if (unseen.size === 0) return null;
  return (
    <Button
      kind="primary"
      icon={ArrowUp}
      className="fixed bottom-[calc(var(--ft-below)+0.75rem)] left-1/2 z-(--ft-z-sticky) -translate-x-1/2 rounded-full shadow-float md:bottom-6"
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    >
      {t`${unseen.size} new`}
    </Button>
  );
}
