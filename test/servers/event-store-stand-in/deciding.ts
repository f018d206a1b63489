import type { Expected, Proposed, Recorded } from './records.js';

export const largestAppend = 1024 * 1024;

export type Decision =
  | { readonly kind: 'write' }
  /** Repetition of an append, answered with the position of the first one. */
  | { readonly kind: 'made before'; readonly last: Recorded }
  | { readonly kind: 'wrong revision' };

/**
 * Outcome of an append by the ids of its events, as the server documents it. With an expected
 * revision or "no stream", an append is a repetition if all its events follow that revision. With
 * "any" and "stream exists", the events may be anywhere in the stream, and the first one decides.
 * If only some of the events are stored, the revision is wrong.
 */
export function decide(
  there: readonly Recorded[],
  expected: Expected,
  proposed: readonly Proposed[],
): Decision {
  if (expected === 'any' || expected === 'stream exists') {
    if (expected === 'stream exists' && there.length === 0) return { kind: 'wrong revision' };
    const found = proposed.map(({ id }) => there.findLast((event) => event.id === id));
    return found[0] ? asRepetition(found) : { kind: 'write' };
  }
  const next = expected === 'no stream' ? 0 : expected + 1;
  if (next === there.length) return { kind: 'write' };
  return asRepetition(
    proposed.map(({ id }, index) =>
      there[next + index]?.id === id ? there[next + index] : undefined,
    ),
  );
}

function asRepetition(found: readonly (Recorded | undefined)[]): Decision {
  const last = found.at(-1);
  return last && found.every((event) => event !== undefined)
    ? { kind: 'made before', last }
    : { kind: 'wrong revision' };
}
