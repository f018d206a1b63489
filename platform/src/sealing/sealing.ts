import { hash } from 'node:crypto';
import type { Message } from '#domain/kernel/texts/message.js';
import {
  type EventLog,
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  NewerEvent,
  RevisionConflict,
  readUndamaged,
} from '../event-log/event-log.js';
import {
  type Key,
  type KeyStore,
  type NewKey,
  KeysMissing,
  createKey,
} from './key-store/key-store.js';
import { type Opening, computeCommitment } from '../proof/commitment.js';
import { getEnvelope, encrypt, toOpening } from './envelope.js';
import { hashEvent } from './chain.js';
import type { EventCatalogue } from './event-catalogue.js';
import { readOpening, toDecryptedEvent, toErasedEvent } from './decrypted-event.js';
import { splitPersonal } from './personal-fields.js';
import { parseAbandonedKey, erasedPart, isAbandonment } from './platform-events.js';

/** Event before sealing. */
export type Unsealed = Message & {
  readonly metadata: Omit<Metadata, 'schemaVersion' | 'previousHash' | 'hash' | 'commit'>;
};

/**
 * End of a stream that the next event continues: the last event's hash (empty if none) and its
 * key's id.
 */
export type ChainHead = { readonly hash: string; readonly key: string | undefined };

/**
 * Nothing personal can be added, because the stream's key is destroyed. If the stream was erased
 * after it was read, it now has an erasure event. If its key was abandoned, it has none.
 */
export class KeyDestroyed extends RevisionConflict {}

/** Decrypts stored events, for folds, projections and reactors. */
export abstract class EventReader {
  /** Event types that this build knows. */
  abstract readonly types: ReadonlySet<string>;
  /**
   * Upcasts events and decrypts personal fields lazily, when one is first read. Spreading or
   * serializing the data reads all.
   * Personal fields of an erased stream are empty. Include a sealed event of the stream, or erasure
   * cannot be detected. Personal fields whose key is missing throw KeyLost when read. A
   * placeholder of a damaged event stays one.
   * @throws NewerEvent with all events, for one that only a newer build knows
   */
  abstract open<Event extends Message>(
    events: readonly RecordedEvent<Event>[],
  ): Promise<readonly RecordedEvent<Event>[]>;
}

/** Decrypts stored events, and seals new ones. */
export abstract class Sealing extends EventReader {
  /** Marks events as damaged whose type or version only a newer build knows. */
  abstract markNewer<Event extends Message>(
    events: readonly RecordedEvent<Event>[],
  ): readonly RecordedEvent<Event>[];
  /**
   * Encrypts personal fields under the stream's key, commits to them, and chains the events by
   * hashes. The stream's first personal event stores the key.
   * @param key result of `findOrCreateKey` for the same events
   */
  abstract seal(
    stream: string,
    expected: number,
    events: readonly Unsealed[],
    head: ChainHead,
    key?: NewKey,
  ): Promise<readonly NewEvent[]>;
  /**
   * The stream's key; undefined if it has none, or was erased.
   * @throws KeysMissing if it is gone and was never destroyed
   */
  abstract findKey(head: ChainHead): Promise<NewKey | undefined>;
  /** The stream's key, or a new one if these events need one. `seal` stores a new key. */
  abstract findOrCreateKey(
    events: readonly Message[],
    head: ChainHead,
  ): Promise<NewKey | undefined>;
  /**
   * Openings of the events' commitments, for proofs. Undefined for an event without one, for one
   * of an erased stream, and for one that `isShown` excludes, which is not decrypted.
   * @throws KeyLost, DamagedStream
   */
  abstract readOpenings(
    events: readonly RecordedEvent[],
    isShown: (event: RecordedEvent) => boolean,
  ): Promise<readonly (Opening | undefined)[]>;
}

/** Creates a test of whether an event's key is destroyed: its stream's, or its own. */
function createErasedTest(
  events: readonly RecordedEvent[],
  keys: ReadonlyMap<string, Key>,
): (event: RecordedEvent) => boolean {
  const destroyed = new Set([...keys].flatMap(([id, key]) => ('destroyedBy' in key ? id : [])));
  if (destroyed.size === 0) return () => false;
  const isDestroyed = (event: RecordedEvent, { isOwn }: { isOwn: boolean }): boolean => {
    const envelope = getEnvelope(event);
    return (envelope?.own === true) === isOwn && destroyed.has(envelope?.key ?? '');
  };
  const erasedStreams = new Set(
    events.filter((event) => isDestroyed(event, { isOwn: false })).map(({ stream }) => stream),
  );
  return (event) => erasedStreams.has(event.stream) || isDestroyed(event, { isOwn: true });
}

type Options = {
  readonly catalogue: EventCatalogue;
  readonly keys: Pick<KeyStore, 'get' | 'store'>;
};

const sha256Hex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Encrypts the secret fields of an event, and commits to them. */
function sealFields(
  secret: Opening['fields'],
  key: NewKey,
  place: Omit<Parameters<typeof encrypt>[2], 'commit'>,
) {
  const opening = toOpening(secret);
  const commit = computeCommitment(opening, sha256Hex);
  return { sealed: encrypt(opening, key, { ...place, commit }), commit };
}

const NOTHING_SEALED = { sealed: undefined, commit: undefined };

export function createSealing({ catalogue, keys }: Options): Sealing {
  const markNewer: Sealing['markNewer'] = (events) =>
    events.map((event) => {
      const name = event.damage === undefined ? catalogue.newerName(event) : undefined;
      return name === undefined
        ? event
        : { ...event, damage: `needs a newer build, which knows ${name}`, isNewer: true };
    });
  return {
    types: new Set(catalogue.types.keys()),
    markNewer,
    open: async <Event extends Message>(stored: readonly RecordedEvent<Event>[]) => {
      const events = markNewer(stored);
      const keysById = await keys.get([...listKeyIds(events)]);
      const isErased = createErasedTest(events, keysById);
      const opened = events.map((event) => {
        if (event.damage !== undefined) return event;
        const type = catalogue.get(event.type);
        return (
          isErased(event) ? toErasedEvent(event, type) : toDecryptedEvent(event, type, keysById)
        ) as RecordedEvent<Event>;
      });
      const newer = events.find((event, index) => event !== stored[index]);
      if (!newer) return opened;
      const { stream, revision, damage } = newer;
      throw new NewerEvent(stream, `at ${revision} ${damage}`, { events: opened });
    },

    async readOpenings(events, isShown) {
      const keysById = await keys.get([...listKeyIds(events)]);
      const isErased = createErasedTest(events, keysById);
      return events.map((event) => {
        const hasNoOpening = event.damage !== undefined || isErased(event) || !isShown(event);
        return hasNoOpening ? undefined : readOpening(event, keysById);
      });
    },

    async seal(stream, expected, events, head, givenKey) {
      const parts = events.map((event) => ({
        event,
        type: catalogue.get(event.type),
        ...splitPersonal(event, catalogue.get(event.type)),
      }));
      const partsToSeal = parts.filter(({ secret }) => secret);
      const usesOwnKey = partsToSeal.some(({ type }) => type.hasOwnKey);
      if (usesOwnKey && partsToSeal.length > 1)
        throw new Error('An event with a key of its own is alone');
      const loadKey = () =>
        usesOwnKey ? keys.store(givenKey) : loadSealingKey(stream, head, givenKey);
      const key = partsToSeal.length > 0 ? await loadKey() : undefined;
      let previousHash = head.hash;
      return parts.map(({ event: { type, metadata }, type: { version }, open, secret }, index) => {
        const place = { stream, eventId: metadata.eventId, type, version };
        const { sealed, commit } = key && secret ? sealFields(secret, key, place) : NOTHING_SEALED;
        const envelope = sealed && { ...sealed, ...(usesOwnKey && { own: true as const }) };
        const data = envelope ? { ...open, sealed: envelope } : open;
        const metadataWithoutHash = {
          ...metadata,
          ...(commit !== undefined && { commit }),
          schemaVersion: version,
          previousHash,
        };
        previousHash = hashEvent(stream, expected + 1 + index, {
          type,
          data,
          metadata: metadataWithoutHash,
        });
        return { type, data, metadata: { ...metadataWithoutHash, hash: previousHash } };
      });
    },

    findKey,

    async findOrCreateKey(events, head) {
      const personalTypes = events
        .map((event) => catalogue.get(event.type))
        .filter((type, index) => splitPersonal(events[index]!, type).secret);
      const isNew = personalTypes.some(({ hasOwnKey }) => hasOwnKey || head.key === undefined);
      return isNew ? createKey() : findKey(head);
    },
  };

  async function findKey({ key: id }: ChainHead): Promise<NewKey | undefined> {
    if (id === undefined) return undefined;
    const key = (await keys.get([id])).get(id);
    if (!key) throw new KeysMissing(`There is no key ${id}`);
    return 'destroyedBy' in key ? undefined : { id, key: key.key };
  }

  async function loadSealingKey(
    stream: string,
    head: ChainHead,
    givenKey: NewKey | undefined,
  ): Promise<NewKey> {
    if (head.key === undefined) return keys.store(givenKey);
    const key = givenKey ?? (await findKey(head));
    if (!key) throw new KeyDestroyed(`The key of ${stream} is destroyed`);
    return key;
  }
}

/** Key ids that an erasure of streams destroys, read from the log. */
export async function readKeysOfErasure(
  log: Pick<EventLog, 'read'>,
  erasure: RecordedEvent,
  streams: readonly string[],
): Promise<readonly string[]> {
  const histories = await Promise.all(streams.map((stream) => readUndamaged(log, stream)));
  return [...keysErasedBy(erasure, histories.flat())];
}

/**
 * Key ids that an erasure destroys: of the part that it names, else of the streams. An abandonment
 * destroys its own.
 * @param events events of the streams that are erased
 */
export function keysErasedBy(
  erasure: RecordedEvent | undefined,
  events: readonly RecordedEvent[],
): ReadonlySet<string> {
  if (erasure && isAbandonment(erasure)) return new Set([parseAbandonedKey(erasure)]);
  const part = erasure && erasedPart(erasure);
  if (!part) return listKeyIds(events);
  const [field, id] = part;
  return listKeyIds(
    events.filter(
      (event) =>
        getEnvelope(event)?.own && (event.data as Readonly<Record<string, unknown>>)[field] === id,
    ),
  );
}

/** Key ids of stored events. */
export const listKeyIds = (events: readonly RecordedEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => getEnvelope(event)?.key ?? []));
