/** Longest search text, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Rows in a page of a table, which shows more than cards. */
export const tableRows = '50';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** Whether a text has the format of `id` in `schema.ts`. */
export const isId = (text: string): boolean => uuid.test(text);
