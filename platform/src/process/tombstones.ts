import { type EventLog, type Position, BEFORE_ALL } from '../event-log/event-log.js';
import { eventsAfter } from '../event-log/events-after.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, streamsErasedWith, isErasure } from '../sealing/platform-events.js';
import { keysOfStreams } from '../sealing/sealing.js';
import { type HeldUntil, holdFor } from '../write-side/erasing.js';

/**
 * Record of an erasure kept outside all backups: the destroyed keys and the event. Names no person.
 */
export type Tombstone = {
  readonly position: Position;
  readonly eventId: string;
  readonly keys: readonly string[];
  /** Time at which held keys are due to be destroyed (`ERASURE_HOLD_DAYS`). */
  readonly heldUntil?: string;
};

export async function* tombstonesAfter(
  log: Pick<EventLog, 'read' | 'readAll'>,
  after: Position = BEFORE_ALL,
  {
    aggregates = [],
    heldUntil = holdFor(),
  }: { readonly aggregates?: readonly Erasable[]; readonly heldUntil?: HeldUntil } = {},
): AsyncGenerator<Tombstone> {
  for await (const event of eventsAfter(log, after)) {
    if (!isErasure(event)) continue;
    const { stream, position, metadata } = event;
    const dueAt = heldUntil(metadata.at);
    const keys = await keysOfStreams(log, streamsErasedWith(aggregates, stream));
    yield {
      position,
      eventId: metadata.eventId,
      keys,
      ...(dueAt !== undefined && { heldUntil: dueAt }),
    };
  }
}

/**
 * Destroys keys again that a backup brought back, or holds them until due. Idempotent.
 * @returns the number of erasures
 */
export async function applyTombstones(
  keys: Pick<KeyStore, 'destroy'>,
  tombstones: Iterable<Tombstone>,
  now: string,
): Promise<number> {
  let count = 0;
  for (const { eventId, keys: ids, heldUntil } of tombstones) {
    const isDue = heldUntil === undefined || heldUntil <= now;
    if (ids.length > 0) await keys.destroy(ids, eventId, isDue ? undefined : heldUntil);
    count++;
  }
  return count;
}
