import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import { eventsAfter } from '../event-log/events-after.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, erasedBy, isErasure } from '../sealing/platform-events.js';
import { keysOfStreams } from '../sealing/sealing.js';

/** An erasure as it is remembered outside all backups: which keys are gone, and on account of which event. No person is named. */
export type Tombstone = { readonly position: Position; readonly eventId: string; readonly keys: readonly string[] };

export async function* tombstonesAfter(
  log: Pick<EventLog, 'read' | 'readAll'>,
  after: Position = beforeAll,
  aggregates: readonly Erasable[] = [],
): AsyncGenerator<Tombstone> {
  for await (const event of eventsAfter(log, after)) {
    if (!isErasure(event)) continue;
    const { stream, position, metadata } = event;
    yield { position, eventId: metadata.eventId, keys: await keysOfStreams(log, erasedBy(aggregates, stream)) };
  }
}

/** Destroys keys again that a backup has brought back. Doing it twice changes nothing. Answers how many erasures it were. */
export async function applyTombstones(keys: Pick<KeyStore, 'destroy'>, tombstones: Iterable<Tombstone>): Promise<number> {
  let count = 0;
  for (const { eventId, keys: ids } of tombstones) {
    if (ids.length > 0) await keys.destroy(ids, eventId);
    count++;
  }
  return count;
}
