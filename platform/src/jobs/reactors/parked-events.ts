/** An event whose effects failed by themselves, or that waits behind such a one of its stream. Ids only, never personal data. */
export type ParkedEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly since: string;
  /** The kind of error, without its words: those may quote data. */
  readonly because: string;
};

/** A checkpoint is one small record: with more than these the reactor stands still instead. */
export const mostParked = 1_000;
/** An event waits because the list is full. */
export class TooManyParked extends Error {}
