import type { Expected, Proposed, Recorded } from './records.js';

export const largestAppend = 1024 * 1024;

export type Decision =
  | { readonly kind: 'write' }
  /** The same append was made before: it is answered with where it went. */
  | { readonly kind: 'made before'; readonly last: Recorded }
  | { readonly kind: 'wrong revision' };

/**
 * The documented table of what an append finds, by the ids of events alone. At a revision, or at "no stream", all of them
 * must stand right behind it to be the same append; some of them and some others are a wrong revision. With "any" and
 * "stream exists" the ids may stand anywhere in the stream, one behind the other.
 */
export function decide(there: readonly Recorded[], expected: Expected, proposed: readonly Proposed[]): Decision {
  if (expected === 'any' || expected === 'stream exists') {
    if (expected === 'stream exists' && there.length === 0) return { kind: 'wrong revision' };
    const first = there.findIndex(({ id }) => id === proposed[0]?.id);
    return first < 0 ? { kind: 'write' } : compared(there, first, proposed);
  }
  const next = expected === 'no stream' ? 0 : expected + 1;
  return next === there.length ? { kind: 'write' } : compared(there, next, proposed);
}

function compared(there: readonly Recorded[], first: number, proposed: readonly Proposed[]): Decision {
  const last = there[first + proposed.length - 1];
  const same = proposed.length > 0 && proposed.every(({ id }, index) => there[first + index]?.id === id);
  return same && last ? { kind: 'made before', last } : { kind: 'wrong revision' };
}
