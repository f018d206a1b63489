/** Kinds of records with a history. */
export const historyKinds = [
  'lead',
  'bill',
  'customer',
  'quotation',
  'product',
  'package',
  'offer',
  'member',
  'organization',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Most events on a page of a history. */
export const HISTORY_PAGE_SIZE = 200;
