import type { Expected, Proposed, Recorded } from './records.js';

export const largestAppend = 1024 * 1024;

export type Decision =
  | { readonly kind: 'write' }
  /** Repetition of an append: the answer is where the first one went. */
  | { readonly kind: 'made before'; readonly last: Recorded }
  | { readonly kind: 'wrong revision' };

/**
 * The documented table of what an append finds, by the ids of events alone. At a revision, or at
 * "no stream", all of them must stand right behind it to be the same append. With "any" and "stream
 * exists" they may stand anywhere in the stream, and the first says whether it was made before.
 * Some that are there and some that are not are a wrong revision.
 */
export function decide(
  there: readonly Recorded[],
  expected: Expected,
  proposed: readonly Proposed[],
): Decision {
  if (expected === 'any' || expected === 'stream exists') {
    if (expected === 'stream exists' && there.length === 0) return { kind: 'wrong revision' };
    const found = proposed.map(({ id }) => there.findLast((event) => event.id === id));
    return found[0] ? madeBefore(found) : { kind: 'write' };
  }
  const next = expected === 'no stream' ? 0 : expected + 1;
  if (next === there.length) return { kind: 'write' };
  return madeBefore(
    proposed.map(({ id }, index) =>
      there[next + index]?.id === id ? there[next + index] : undefined,
    ),
  );
}

function madeBefore(found: readonly (Recorded | undefined)[]): Decision {
  const last = found.at(-1);
  return last && found.every((event) => event !== undefined)
    ? { kind: 'made before', last }
    : { kind: 'wrong revision' };
}
