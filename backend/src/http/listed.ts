import type { List } from '#domain/kernel/views.js';

/** A page of a list, and where the next one begins. */
export const listed = <Item>(items: readonly Item[], next: string | undefined): List<Item> => ({
  items,
  ...(next !== undefined && { next }),
  hasMore: next !== undefined,
});
