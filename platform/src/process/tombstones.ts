import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import { eventsAfter } from '../event-log/events-after.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, erasedBy, isErasure } from '../sealing/platform-events.js';
import { keysOfStreams } from '../sealing/sealing.js';
import { type HeldUntil, holdFor } from '../write-side/erasing.js';

/**
 * An erasure as it is remembered outside all backups: which keys are gone, and on account of which
 * event. No person is named.
 */
export type Tombstone = {
  readonly position: Position;
  readonly eventId: string;
  readonly keys: readonly string[];
  /** When held keys are due to be destroyed (`ERASURE_HOLD_DAYS`). */
  readonly heldUntil?: string;
};

export async function* tombstonesAfter(
  log: Pick<EventLog, 'read' | 'readAll'>,
  after: Position = beforeAll,
  {
    aggregates = [],
    heldUntil = holdFor(),
  }: { readonly aggregates?: readonly Erasable[]; readonly heldUntil?: HeldUntil } = {},
): AsyncGenerator<Tombstone> {
  for await (const event of eventsAfter(log, after)) {
    if (!isErasure(event)) continue;
    const { stream, position, metadata } = event;
    const due = heldUntil(metadata.at);
    const keys = await keysOfStreams(log, erasedBy(aggregates, stream));
    yield {
      position,
      eventId: metadata.eventId,
      keys,
      ...(due !== undefined && { heldUntil: due }),
    };
  }
}

/**
 * Destroys keys again that a backup has brought back, or holds them where they are not due. Doing
 * it twice changes nothing. @returns how many erasures it were
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
