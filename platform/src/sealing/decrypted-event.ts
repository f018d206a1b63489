import type { RecordedEvent } from '../event-log/event-log.js';
import { type Key, KeyLost } from './key-store/key-store.js';
import type { Opening } from '../proof/commitment.js';
import { type Envelope, type Fields, getEnvelope, decrypt } from './envelope.js';
import type { EventType } from './event-catalogue.js';
import { isRecord } from './personal-fields.js';

/**
 * Event in its current version. Its envelope is decrypted when a personal field is first read; most
 * folds read none. That read throws KeyLost if the key is missing.
 */
export function toDecryptedEvent(
  event: RecordedEvent,
  type: EventType,
  keys: ReadonlyMap<string, Key>,
): RecordedEvent {
  const { schemaVersion: version } = event.metadata;
  const envelope = getEnvelope(event);
  if (!envelope) return { ...event, data: type.upcast(event.data as Fields, version) };

  let fields: Fields | undefined;
  const decryptOnce = () => (fields ??= decryptEnvelope(event, envelope, keys).fields);
  const data = copyReadable(event.data as Fields);
  for (const path of envelope.fields) {
    const [holder, field] = findHolder(data, path);
    Object.defineProperty(holder, field, {
      enumerable: true,
      configurable: true,
      get: () => decryptOnce()[path],
    });
  }
  return { ...event, data: type.upcast(data, version) };
}

/**
 * Sealed fields of an event with the salt of their commitment; undefined if the event has none, or
 * its key is destroyed.
 * @throws KeyLost, DamagedStream
 */
export function readOpening(
  event: RecordedEvent,
  keys: ReadonlyMap<string, Key>,
): Opening | undefined {
  const envelope = getEnvelope(event);
  const key = envelope && keys.get(envelope.key);
  if (!envelope || (key && 'destroyedBy' in key)) return undefined;
  const { salt, fields } = decryptEnvelope(event, envelope, keys);
  return salt === undefined ? undefined : { salt, fields };
}

function decryptEnvelope(
  { stream, type, metadata: { eventId, schemaVersion: version, commit } }: RecordedEvent,
  envelope: Envelope,
  keys: ReadonlyMap<string, Key>,
): ReturnType<typeof decrypt> {
  const key = keys.get(envelope.key);
  if (!key || !('key' in key)) throw new KeyLost(stream);
  return decrypt(envelope, key.key, { stream, eventId, type, version, commit });
}

/**
 * Event of a stream whose key was destroyed. Also empties personal fields that earlier builds
 * stored in plain text.
 */
export function toErasedEvent(
  event: RecordedEvent,
  { personal, upcast }: EventType,
): RecordedEvent {
  const envelope = getEnvelope(event);
  const data = copyReadable(event.data as Fields);
  // Old field names are emptied before the upcast. Upcasters of any version accept an empty text.
  for (const path of envelope?.fields ?? [])
    setAt(data, path, personal.has(path) ? personal.get(path) : '');
  const upcasted = copyReadable(upcast(data, event.metadata.schemaVersion));
  const present = [...personal].filter(([path]) => valueAt(upcasted, path) !== undefined);
  for (const [path, empty] of present) setAt(upcasted, path, empty);
  return { ...event, data: upcasted, ...((envelope || present.length > 0) && { erased: true }) };
}

/** Copy without the envelope, deep enough that setting fields does not change the log's object. */
const copyReadable = ({ sealed: _, ...data }: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isRecord(value) ? { ...value } : value]),
  );

function setAt(data: Record<string, unknown>, path: string, value: unknown): void {
  const [holder, field] = findHolder(data, path);
  if (value === undefined) delete holder[field];
  else holder[field] = value;
}

/** Holder of a path: the data itself for `phone`, its `changes` for `changes.phone`. */
function findHolder(
  data: Record<string, unknown>,
  path: string,
): [holder: Record<string, unknown>, field: string] {
  const [outer, inner] = path.split('.') as [string, string?];
  return inner === undefined
    ? [data, outer]
    : [(data[outer] ??= {}) as Record<string, unknown>, inner];
}

const valueAt = (data: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, field) => (value as Fields | undefined)?.[field], data);
