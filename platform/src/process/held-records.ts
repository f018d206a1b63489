import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import { beforeAll } from '../event-log/event-log.js';
import { eventsAfter } from '../event-log/events-after.js';
import type { EventCatalogue } from '../sealing/event-catalogue.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, erasedBy, isErasure } from '../sealing/platform-events.js';
import { keysOf, keysOfStreams, sealing } from '../sealing/sealing.js';

/**
 * An erased record whose key is still held (`ERASURE_HOLD_DAYS`): by ids, because nobody is named.
 */
export type HeldRecord = {
  readonly stream: string;
  readonly erasedAt: string;
  readonly until: string;
};

type Parts = {
  readonly log: Pick<EventLog, 'read' | 'readAll'>;
  readonly keys: Pick<KeyStore, 'held'>;
  readonly aggregates: readonly Erasable[];
};

/** In the order in which they were erased. */
export async function* heldRecords({ log, keys, aggregates }: Parts): AsyncGenerator<HeldRecord> {
  for await (const event of eventsAfter(log, beforeAll)) {
    if (!isErasure(event)) continue;
    const held = await keys.held(await keysOfStreams(log, erasedBy(aggregates, event.stream)));
    const [until] = [...held.values()].map((key) => key.until).sort();
    if (until !== undefined) yield { stream: event.stream, erasedAt: event.metadata.at, until };
  }
}

/**
 * All that an erased record and those erased along with it said, read with their held keys. It
 * changes nothing: the record stays erased, and its keys are destroyed when they are due.
 * @returns nothing where no key is held
 */
export async function readHeldRecord(
  { log, keys, aggregates, catalogue }: Parts & { readonly catalogue: EventCatalogue },
  stream: string,
): Promise<readonly RecordedEvent[]> {
  const events = (
    await Promise.all(erasedBy(aggregates, stream).map((each) => log.read(each)))
  ).flat();
  const held = await keys.held([...keysOf(events)]);
  const isReadable = (event: RecordedEvent) => [...keysOf([event])].every((id) => held.has(id));
  if (held.size === 0) return [];
  const make = () => Promise.reject(new Error('Nothing is encrypted here'));
  const opened = await sealing({ catalogue, keys: { get: async () => held, make } }).open(
    events.filter(isReadable),
  );
  // Copied, because personal fields are decrypted when they are first read.
  return opened.map((event) => structuredClone(event));
}
