import type { Message } from '#domain/kernel/message.js';
import { canonicalOnce } from '../event-log/canonical.js';
import type { Metadata, NewEvent, RecordedEvent } from '../event-log/event-log.js';
import type { KeyStore } from '../key-store/key-store.js';
import { boxOf, shut } from './box.js';
import { hashOf } from './chain.js';
import type { EventCatalogue } from './event-catalogue.js';
import { keyPool, keyRing } from './keys.js';
import { opened } from './opened.js';
import { parted } from './parted.js';

/** An event on its way to the log, with everything that is known of it before it is sealed. */
export type Unsealed = Message & { readonly metadata: Omit<Metadata, 'schemaVersion' | 'previousHash' | 'hash'> };

/** What a stream's next events hang on: the last event's hash (empty for none), and the key that its boxes name. */
export type Before = { readonly hash: string; readonly key: string | undefined };

/** Reads what the log keeps: for folds, projections and reactors alike. */
export type EventReader = {
  /**
   * Events as they read today: in today's version, personal fields behind getters that open the box when the first is read.
   * Spreading or writing out the data reads them all.
   * @throws UnreadableLog for a type or version that this build does not know
   * @throws KeysMissing if a key is gone that was never destroyed
   */
  open<Event extends Message>(events: readonly RecordedEvent<Event>[]): Promise<readonly RecordedEvent<Event>[]>;
  /** To be called with the keys of a stream as soon as a PersonalDataErased of it is seen. */
  forget(keyIds: Iterable<string>): void;
};

export type Sealing = EventReader & {
  /**
   * Events as the log is to keep them after `expected`: sealed under the stream's key, which its first personal event takes from
   * the pool, and chained by their hashes.
   */
  seal(stream: string, expected: number, events: readonly Unsealed[], before: Before): Promise<readonly NewEvent[]>;
};

/** @param now milliseconds of any clock that only goes forward */
export function eventReader({
  catalogue,
  keys,
  now = () => performance.now(),
}: {
  catalogue: EventCatalogue;
  keys: Pick<KeyStore, 'get'>;
  now?: () => number;
}): EventReader {
  return readerWith(keyRing(keys, now), catalogue);
}

const readerWith = (ring: ReturnType<typeof keyRing>, catalogue: EventCatalogue): EventReader => ({
  async open<Event extends Message>(events: readonly RecordedEvent<Event>[]) {
    const found = await ring.of(keysOf(events));
    return events.map((event) => opened(event, catalogue.of(event.type), found) as RecordedEvent<Event>);
  },
  forget: ring.forget,
});

/** @param now milliseconds of any clock that only goes forward */
export function sealing({
  catalogue,
  keys,
  now = () => performance.now(),
}: {
  catalogue: EventCatalogue;
  keys: KeyStore;
  now?: () => number;
}): Sealing {
  const ring = keyRing(keys, now);
  const takeKey = keyPool(keys);

  return {
    ...readerWith(ring, catalogue),

    async seal(stream, expected, events, before) {
      const parts = events.map((event) => {
        const type = catalogue.of(event.type);
        return { event, type, ...parted(event, type) };
      });
      const key = parts.some(({ inside }) => inside) ? await keyOf(stream, before.key) : undefined;
      let previousHash = before.hash;
      return parts.map(({ event, type, outside, inside }, index) => {
        const { eventId } = event.metadata;
        const box = key && inside && shut(inside, key, { stream, eventId, type: event.type, version: type.version });
        const data = box ? { ...outside, sealed: box } : outside;
        const metadata = { ...event.metadata, schemaVersion: type.version, previousHash };
        previousHash = hashOf(stream, expected + 1 + index, { type: event.type, data, metadata }, canonicalOnce(data));
        return { type: event.type, data, metadata: { ...metadata, hash: previousHash } };
      });
    },
  };

  async function keyOf(stream: string, id: string | undefined) {
    if (id === undefined) {
      const made = await takeKey();
      ring.keep(made.id, { key: made.key });
      return made;
    }
    const found = (await ring.of([id])).get(id)!;
    if ('destroyedBy' in found) throw new Error(`${stream} was erased: nothing personal can be added to it`);
    return { id, key: found.key };
  }
}

/** The keys that events as the log keeps them are sealed under. */
export const keysOf = (events: readonly RecordedEvent[]): ReadonlySet<string> => new Set(events.flatMap((event) => boxOf(event)?.key ?? []));
