import type { ExpectedRevision, ProposedEvent, StoredEvent } from './records.js';

export const MAX_APPEND_BYTES = 1024 * 1024;

export type Decision =
  | { readonly kind: 'write' }
  /** Repetition of an append, answered with the position of the first one. */
  | { readonly kind: 'made before'; readonly last: StoredEvent }
  | { readonly kind: 'wrong revision' };

/**
 * Outcome of an append by the ids of its events, as the server documents it. With an expected
 * revision or "no stream", an append is a repetition if all its events follow that revision. With
 * "any" and "stream exists", the events may be anywhere in the stream, and the first one decides.
 * If only some of the events are stored, the revision is wrong.
 */
export function decide(
  stored: readonly StoredEvent[],
  expected: ExpectedRevision,
  proposed: readonly ProposedEvent[],
): Decision {
  if (expected === 'any' || expected === 'stream exists') {
    if (expected === 'stream exists' && stored.length === 0) return { kind: 'wrong revision' };
    const storedEvents = proposed.map(({ id }) => stored.findLast((event) => event.id === id));
    return storedEvents[0] ? decideRepetition(storedEvents) : { kind: 'write' };
  }
  const nextRevision = expected === 'no stream' ? 0 : expected + 1;
  if (nextRevision === stored.length) return { kind: 'write' };
  return decideRepetition(
    proposed.map(({ id }, index) =>
      stored[nextRevision + index]?.id === id ? stored[nextRevision + index] : undefined,
    ),
  );
}

function decideRepetition(storedEvents: readonly (StoredEvent | undefined)[]): Decision {
  const last = storedEvents.at(-1);
  return last && storedEvents.every((event) => event !== undefined)
    ? { kind: 'made before', last }
    : { kind: 'wrong revision' };
}
