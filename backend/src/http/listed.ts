import type { List } from '#domain/kernel/views.js';

/** Page of a list, with the cursor of the next page. */
export const toList = <Item>(items: readonly Item[], next: string | undefined): List<Item> => ({
  items,
  ...(next !== undefined && { next }),
  hasMore: next !== undefined,
});
