/**
 * How much of a generation on its way is held in memory at once, in characters of JSON: what they stand for takes several times
 * as many bytes. More of it is quicker, because what many events change is written once; what it comes to is the same.
 */
export type Room = {
  /** Of what was folded and is not written yet; at least one batch of the log is. */
  readonly window: number;
  /** Of records that are at hand from one window to the next, of all projections. */
  readonly kept: number;
  /** Events that are read from the log at once; as many as are worth it, if it is left out. */
  readonly batch?: number;
};

/** Only so many events, and so many records, as are worth it. */
export const roomEnough: Room = { window: Infinity, kept: Infinity };
