import type { Message } from '#domain/kernel/message.js';
import {
  type EventLog,
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  RevisionConflict,
} from '../event-log/event-log.js';
import { type Key, type KeyStore, type NewKey, newKey } from './key-store/key-store.js';
import { envelopeOf, encrypt } from './envelope.js';
import { hashOf } from './chain.js';
import type { EventCatalogue } from './event-catalogue.js';
import { decrypted, erased } from './decrypted-event.js';
import { splitPersonal } from './personal-fields.js';

/** An event on its way to the log, with everything that is known of it before it is sealed. */
export type Unsealed = Message & {
  readonly metadata: Omit<Metadata, 'schemaVersion' | 'previousHash' | 'hash'>;
};

/**
 * End of a stream that the next events continue: the last event's hash (empty for none) and its
 * key's name.
 */
export type ChainHead = { readonly hash: string; readonly key: string | undefined };

/** Reads what the log keeps: for folds, projections and reactors alike. */
export abstract class EventReader {
  /**
   * Events as they read today: in today's version, personal fields behind getters that open the
   * envelope when the first is read. Spreading or writing out the data reads them all. Of an erased
   * stream they are empty, also those that an earlier build stored in plain text; where such an
   * event has nothing sealed, another one of its stream has to be read along with it for that.
   * @throws UnreadableLog for a type or version that this build does not know
   * @throws KeysMissing if a key is gone that was never destroyed
   */
  abstract open<Event extends Message>(
    events: readonly RecordedEvent<Event>[],
  ): Promise<readonly RecordedEvent<Event>[]>;
}

/** Reads the log, and seals what is appended to it. */
export abstract class Sealing extends EventReader {
  /**
   * Events as the log is to keep them after `expected`: sealed under the stream's key, which is
   * made with its first personal event, and chained by their hashes.
   * @param key from `keyFor` of the same events
   */
  abstract seal(
    stream: string,
    expected: number,
    events: readonly Unsealed[],
    head: ChainHead,
    key?: NewKey,
  ): Promise<readonly NewEvent[]>;
  /** The stream's key; undefined where it has none, or was erased. */
  abstract keyOf(head: ChainHead): Promise<NewKey | undefined>;
  /**
   * Returns the stream's key. If these events need one and there is none, makes a new key, stored
   * when they are sealed.
   */
  abstract keyFor(events: readonly Message[], head: ChainHead): Promise<NewKey | undefined>;
}

/** Streams of which an event names a destroyed key: a stream has one. */
function erasedStreams(
  events: readonly RecordedEvent[],
  keys: ReadonlyMap<string, Key>,
): ReadonlySet<string> {
  const destroyed = new Set([...keys].flatMap(([id, key]) => ('destroyedBy' in key ? id : [])));
  return new Set(
    destroyed.size === 0
      ? []
      : events
          .filter((event) => destroyed.has(envelopeOf(event)?.key ?? ''))
          .map(({ stream }) => stream),
  );
}

type Options = {
  readonly catalogue: EventCatalogue;
  readonly keys: Pick<KeyStore, 'get' | 'make'>;
};

export function sealing({ catalogue, keys }: Options): Sealing {
  return {
    async open<Event extends Message>(events: readonly RecordedEvent<Event>[]) {
      const found = await keys.get([...keysOf(events)]);
      const gone = erasedStreams(events, found);
      return events.map((event) => {
        const type = catalogue.of(event.type);
        return (
          gone.has(event.stream) ? erased(event, type) : decrypted(event, type, found)
        ) as RecordedEvent<Event>;
      });
    },

    async seal(stream, expected, events, head, made) {
      const parts = events.map((event) => ({
        event,
        type: catalogue.of(event.type),
        ...splitPersonal(event, catalogue.of(event.type)),
      }));
      const key = parts.some(({ secret }) => secret)
        ? await sealingKey(stream, head, made)
        : undefined;
      let previousHash = head.hash;
      return parts.map(({ event: { type, metadata }, type: { version }, open, secret }, index) => {
        const envelope =
          key &&
          secret &&
          encrypt(secret, key, { stream, eventId: metadata.eventId, type, version });
        const data = envelope ? { ...open, sealed: envelope } : open;
        const hashed = { ...metadata, schemaVersion: version, previousHash };
        previousHash = hashOf(stream, expected + 1 + index, { type, data, metadata: hashed });
        return { type, data, metadata: { ...hashed, hash: previousHash } };
      });
    },

    keyOf,

    async keyFor(events, head) {
      const isNeeded =
        head.key === undefined &&
        events.some((event) => splitPersonal(event, catalogue.of(event.type)).secret);
      return isNeeded ? newKey() : keyOf(head);
    },
  };

  async function keyOf({ key: id }: ChainHead): Promise<NewKey | undefined> {
    if (id === undefined) return undefined;
    const found = (await keys.get([id])).get(id)!;
    return 'destroyedBy' in found ? undefined : { id, key: found.key };
  }

  async function sealingKey(
    stream: string,
    head: ChainHead,
    made: NewKey | undefined,
  ): Promise<NewKey> {
    if (head.key === undefined) return keys.make(made);
    const key = made ?? (await keyOf(head));
    // After the stream was read: its erasure is an event that stands there by now.
    if (!key)
      throw new RevisionConflict(`${stream} was erased: nothing personal can be added to it`);
    return key;
  }
}

/** The keys that streams are sealed under, also those that are destroyed by now. */
export async function keysOfStreams(
  log: Pick<EventLog, 'read'>,
  streams: readonly string[],
): Promise<readonly string[]> {
  const histories = await Promise.all(streams.map((stream) => log.read(stream)));
  return [...keysOf(histories.flat())];
}

/** The keys that events as the log keeps them are sealed under. */
export const keysOf = (events: readonly RecordedEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => envelopeOf(event)?.key ?? []));
