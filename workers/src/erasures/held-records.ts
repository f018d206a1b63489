import { BEFORE_ALL, type EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { readEventsAfter } from '#platform/event-log/events-after.js';
import type { EventCatalogue } from '#platform/sealing/event-catalogue.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { type Erasable, streamsErasedWith, isErasure } from '#platform/sealing/platform-events.js';
import { listKeyIds, readKeysOfErasure, createSealing } from '#platform/sealing/sealing.js';

/** Erased record whose key is still held (`ERASURE_HOLD_DAYS`). Holds ids only, no names. */
export type HeldRecord = {
  readonly stream: string;
  readonly erasedAt: string;
  readonly until: string;
};

type Parts = {
  readonly log: Pick<EventLog, 'read' | 'readAll'>;
  readonly keys: Pick<KeyStore, 'findHeld'>;
  readonly aggregates: readonly Erasable[];
};

/**
 * Held records in the order of their erasure. A record that was erased along with another one is
 * not listed by itself.
 */
export async function* readHeldRecords({
  log,
  keys,
  aggregates,
}: Parts): AsyncGenerator<HeldRecord> {
  const erasedAlong = new Set<string>();
  for await (const event of readEventsAfter(log, BEFORE_ALL)) {
    if (!isErasure(event) || erasedAlong.has(event.stream)) continue;
    const streams = streamsErasedWith(aggregates, event.stream);
    for (const stream of streams) if (stream !== event.stream) erasedAlong.add(stream);
    const held = await keys.findHeld(await readKeysOfErasure(log, event, streams));
    const [until] = [...held.values()].map((key) => key.until).sort();
    if (until !== undefined) yield { stream: event.stream, erasedAt: event.metadata.at, until };
  }
}

/**
 * Events of an erased record, and of those erased along with it, decrypted with held keys. Changes
 * nothing: the keys are still destroyed when due.
 * @returns nothing if no key is held
 */
export async function readHeldRecord(
  { log, keys, aggregates, catalogue }: Parts & { readonly catalogue: EventCatalogue },
  stream: string,
): Promise<readonly RecordedEvent[]> {
  const storedEvents = (
    await Promise.all(streamsErasedWith(aggregates, stream).map((each) => log.read(each)))
  ).flat();
  const held = await keys.findHeld([...listKeyIds(storedEvents)]);
  const isReadable = (event: RecordedEvent) => [...listKeyIds([event])].every((id) => held.has(id));
  if (held.size === 0) return [];
  const refuseToStore = () => Promise.reject(new Error('Nothing is encrypted here'));
  const opened = await createSealing({
    catalogue,
    keys: { get: async () => held, store: refuseToStore },
  }).open(storedEvents.filter(isReadable));
  // Cloned, because personal fields are decrypted when first read.
  return opened.map((event) => structuredClone(event));
}
