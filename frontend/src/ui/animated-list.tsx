import { useLayoutEffect, useRef, useState, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import { classes } from './classes.js';
import { prefersReducedMotion } from './media.js';

/**
 * The children of an element that carry `data-key` travel to their new place when the order changes; others make room.
 * Call it with what decides the order. Only transform is animated, and nothing for those who asked for reduced motion.
 */
export function useFlip(container: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const places = useRef(new Map<string, number>());
  const sequence = order.join('\n');
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, number>();
    for (const child of container.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset['key'] === undefined) continue;
      const key = child.dataset['key'];
      now.set(key, child.offsetTop);
      const was = before.get(key);
      const by = was === undefined ? 0 : was - child.offsetTop;
      if (by !== 0 && !prefersReducedMotion()) {
        const styles = getComputedStyle(document.documentElement);
        child.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
          duration: 280,
          easing: styles.getPropertyValue('--ease-in-out').trim() || 'ease-in-out',
        });
      }
    }
    places.current = now;
  }, [container, sequence]);
}

/** The order as it was when the hand came down on them: a live reorder waits until it lets go. */
export function useHeldOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const [held, setHeld] = useState<readonly string[]>();
  const letGo = (): void => setHeld(undefined);
  const pointerHandlers = {
    onPointerDown: () => setHeld((before) => before ?? items.map(keyOf)),
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onPointerLeave: letGo,
  };
  const rank = new Map(held?.map((key, index) => [key, index]));
  const rankOf = (item: Item): number => rank.get(keyOf(item)) ?? rank.size;
  return { shown: held ? items.toSorted((one, other) => rankOf(one) - rankOf(other)) : items, pointerHandlers };
}

interface AnimatedListProps<Item> extends Omit<HTMLAttributes<HTMLUListElement>, 'children'> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Keys of rows that changed by themselves: each is highlighted once. */
  highlighted?: ReadonlySet<string>;
  itemClassName?: string;
}

/** A list whose rows travel when the order changes, and are highlighted when they changed by themselves. */
export function AnimatedList<Item>({ items, keyOf, children, highlighted, itemClassName, ...rest }: AnimatedListProps<Item>): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useFlip(list, items.map(keyOf));
  return (
    <ul {...rest} ref={list}>
      {items.map((item) => (
        <li key={keyOf(item)} data-key={keyOf(item)} className={classes(itemClassName, highlighted?.has(keyOf(item)) && 'is-highlighted')}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
