import { BEFORE_ALL, type EventLog, type Position } from '#platform/event-log/event-log.js';
import { readEventsAfter } from '#platform/event-log/events-after.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import {
  type Erasable,
  streamsErasedWith,
  isErasure,
  isStreamErasure,
  isWholeErasure,
} from '#platform/sealing/platform-events.js';
import { readKeysOfErasure } from '#platform/sealing/sealing.js';
import { type HeldUntil, holdForDays } from '#platform/write-side/erasing.js';

/**
 * Record of an erasure kept outside all backups: the erased streams, their destroyed keys, and the
 * event. Names no person.
 */
export type Tombstone = {
  readonly position: Position;
  readonly eventId: string;
  readonly keys: readonly string[];
  /** Early tombstones have none. */
  readonly streams?: readonly string[];
  /** Set for a record of a closed organization, which is shown as missing and not as erased. */
  readonly closes?: true;
  /** Time at which held keys are due to be destroyed (`ERASURE_HOLD_DAYS`). */
  readonly heldUntil?: string;
};

/**
 * Tombstones of all erasures in the log except the known ones. They are compared by event, because
 * a restored log uses positions again.
 */
export async function* collectTombstones(
  log: Pick<EventLog, 'read' | 'readAll'>,
  known: Iterable<Pick<Tombstone, 'eventId'>> = [],
  {
    aggregates = [],
    heldUntil = holdForDays(),
  }: { readonly aggregates?: readonly Erasable[]; readonly heldUntil?: HeldUntil } = {},
): AsyncGenerator<Tombstone> {
  const knownIds = new Set([...known].map(({ eventId }) => eventId));
  for await (const event of readEventsAfter(log, BEFORE_ALL)) {
    const { stream, position, metadata } = event;
    if (!isErasure(event) || knownIds.has(metadata.eventId)) continue;
    const dueAt = heldUntil(metadata.at);
    const streams = streamsErasedWith(aggregates, stream);
    yield {
      position,
      eventId: metadata.eventId,
      // An erased part destroys only its own keys: the record stays.
      streams: isWholeErasure(event) ? streams : [],
      keys: await readKeysOfErasure(log, event, streams),
      ...(isStreamErasure(event) && { closes: true as const }),
      ...(dueAt !== undefined && { heldUntil: dueAt }),
    };
  }
}

/** Due time of a tombstone's keys and files; undefined if they are due now. */
export const stillHeldUntil = ({ heldUntil }: Tombstone, now: string): string | undefined =>
  heldUntil !== undefined && heldUntil > now ? heldUntil : undefined;

/**
 * Destroys keys again that a backup brought back, or holds them until due, and removes claims of
 * personal values. Idempotent.
 * @returns the number of erasures
 */
export async function applyTombstones(
  keys: Pick<KeyStore, 'destroy' | 'removeClaimsOfHolder'>,
  tombstones: Iterable<Tombstone>,
  now: string,
): Promise<number> {
  let count = 0;
  for (const tombstone of tombstones) {
    const { eventId, keys: ids, streams = [] } = tombstone;
    if (ids.length > 0) await keys.destroy(ids, eventId, stillHeldUntil(tombstone, now));
    for (const stream of streams) await keys.removeClaimsOfHolder(stream);
    count++;
  }
  return count;
}
