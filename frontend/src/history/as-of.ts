import type { PastClock } from '#domain/kernel/query.js';

/** Past day of a query, and the clock by which it ends. */
export type AsOf = { readonly asOf: string; readonly clock: PastClock };
