import type { List } from '#domain/kernel/views.js';

/** Page of a list, with the cursor of the next page. */
export const toList = <Item>(items: readonly Item[], next: string | undefined): List<Item> => ({
  items,
  ...(next !== undefined && { next }),
  hasMore: next !== undefined,
});

/** Rows of a page of cards. */
const CARDS_PER_PAGE = 12;

/** Number of rows of the requested page. */
export const pageRows = ({ rows }: { readonly rows?: string | undefined }): number =>
  rows === undefined ? CARDS_PER_PAGE : Number(rows);
