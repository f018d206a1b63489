import {
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { classes } from '../classes.js';
import { prefersReducedMotion } from '../../browser/media.js';

/**
 * Whether an element's first row lies at least partly under the top bar. Rows added above then do
 * not move the visible ones.
 */
export function isBeingRead(within: HTMLElement | null): boolean {
  const rows = within?.querySelector('[data-key]')?.parentElement;
  const bar = document.querySelector('.topbar');
  if (!rows) return false;
  // positions are fractions of a pixel
  return rows.getBoundingClientRect().top < (bar?.getBoundingClientRect().bottom ?? 0) - 1;
}

/** Duration of a row's move, as `--ft-slow`. */
const MOVE_MS = 280;

/** Distance that most visible rows have moved. */
function rowShift(
  moves: readonly { readonly distance: number; readonly isInSight: boolean }[],
): number {
  const counts = new Map<number, number>();
  for (const { distance, isInSight } of moves)
    if (isInSight) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/**
 * Animates children with `data-key` to their new position when `order` changes. While the page
 * is being read, it scrolls along with rows added above. Uses transform only; respects reduced
 * motion.
 */
export function useFlip(container: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const sequence = order.join('\n');
  const lastLayout = useRef<{
    readonly sequence: string;
    readonly tops: ReadonlyMap<string, number>;
  }>({
    sequence,
    tops: new Map(),
  });
  // measured before the change, because rows may have grown since the last order
  if (lastLayout.current.sequence !== sequence)
    lastLayout.current = { sequence, tops: rowTopsIn(container.current) };
  useLayoutEffect(() => {
    const topsBefore = lastLayout.current.tops;
    const moves = rowsIn(container.current).flatMap((row) => {
      const topBefore = topsBefore.get(keyOfRow(row));
      const { top, bottom } = row.getBoundingClientRect();
      const distance = row.offsetTop - (topBefore ?? 0);
      return topBefore === undefined
        ? []
        : [{ row, distance, isInSight: bottom - distance > 0 && top - distance < innerHeight }];
    });
    const shift = isBeingRead(container.current) ? rowShift(moves) : 0;
    if (shift !== 0) scrollBy({ top: shift, behavior: 'instant' });
    for (const { row, distance } of moves) {
      if (distance === shift || prefersReducedMotion()) continue;
      const styles = getComputedStyle(document.documentElement);
      row.animate([{ transform: `translateY(${shift - distance}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: styles.getPropertyValue('--ease-in-out').trim() || 'ease-in-out',
      });
    }
  }, [container, sequence]);
}

const keyOfRow = (row: HTMLElement): string => row.dataset['key'] ?? '';
const rowsIn = (container: HTMLElement | null): HTMLElement[] =>
  [...(container?.children ?? [])].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.dataset['key'] !== undefined,
  );
const rowTopsIn = (container: HTMLElement | null): ReadonlyMap<string, number> =>
  new Map(rowsIn(container).map((row) => [keyOfRow(row), row.offsetTop]));

/** Keeps the order while a finger is on the list. A live change reorders it afterwards. */
export function useHeldOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const [heldOrder, setHeldOrder] = useState<readonly string[]>();
  const releaseOrder = (): void => setHeldOrder(undefined);
  const pointerHandlers = {
    onPointerDown: () => setHeldOrder((before) => before ?? items.map(keyOf)),
    onPointerUp: releaseOrder,
    onPointerCancel: releaseOrder,
    onPointerLeave: releaseOrder,
  };
  const rank = new Map(heldOrder?.map((key, index) => [key, index]));
  const rankOf = (item: Item): number => rank.get(keyOf(item)) ?? rank.size;
  return {
    shown: heldOrder ? items.toSorted((one, other) => rankOf(one) - rankOf(other)) : items,
    pointerHandlers,
  };
}

interface AnimatedListProps<Item> extends Omit<HTMLAttributes<HTMLUListElement>, 'children'> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Keys of rows to highlight once. */
  highlighted?: ReadonlySet<string>;
  itemClassName?: string;
}

/** List whose rows move to their new position and are highlighted after a live change. */
export function AnimatedList<Item>({
  items,
  keyOf,
  children,
  highlighted,
  itemClassName,
  ...rest
}: AnimatedListProps<Item>): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useFlip(list, items.map(keyOf));
  return (
    <ul {...rest} ref={list}>
      {items.map((item) => (
        <li
          key={keyOf(item)}
          data-key={keyOf(item)}
          className={classes(itemClassName, highlighted?.has(keyOf(item)) && 'is-highlighted')}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
