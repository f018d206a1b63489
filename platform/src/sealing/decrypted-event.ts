import type { RecordedEvent } from '../event-log/event-log.js';
import type { Key } from './key-store/key-store.js';
import { type Fields, envelopeOf, decrypt } from './envelope.js';
import type { EventType } from './event-catalogue.js';
import { isRecord } from './personal-fields.js';

/**
 * An event as it reads today. Its envelope is opened when the first personal field is read: most
 * folds read none.
 */
export function decrypted(
  event: RecordedEvent,
  type: EventType,
  keys: ReadonlyMap<string, Key>,
): RecordedEvent {
  const { eventId, schemaVersion: version } = event.metadata;
  const envelope = envelopeOf(event);
  if (!envelope) return { ...event, data: type.upcast(event.data as Fields, version) };

  const { key } = keys.get(envelope.key) as { readonly key: Uint8Array };
  let fields: Fields | undefined;
  const open = () =>
    (fields ??= decrypt(envelope, key, {
      stream: event.stream,
      eventId,
      type: event.type,
      version,
    }));
  const data = openPart(event.data as Fields);
  for (const path of envelope.fields) {
    const [holder, field] = holderOf(data, path);
    Object.defineProperty(holder, field, {
      enumerable: true,
      configurable: true,
      get: () => open()[path],
    });
  }
  return { ...event, data: type.upcast(data, version) };
}

/**
 * Erased event of a stream whose key was destroyed. Fields that earlier builds stored in plain
 * text, and that are personal today, are emptied too.
 */
export function erased(event: RecordedEvent, { personal, upcast }: EventType): RecordedEvent {
  const envelope = envelopeOf(event);
  const data = openPart(event.data as Fields);
  // A field of an older version may have another name today. An empty text suits the upcasters of
  // that version.
  for (const path of envelope?.fields ?? [])
    put(data, path, personal.has(path) ? personal.get(path) : '');
  const today = openPart(upcast(data, event.metadata.schemaVersion));
  const there = [...personal].filter(([path]) => valueAt(today, path) !== undefined);
  for (const [path, empty] of there) put(today, path, empty);
  return { ...event, data: today, ...((envelope || there.length > 0) && { erased: true }) };
}

/**
 * A copy without the envelope, as deep as anything personal stands, because what the log gave is
 * not ours to change.
 */
const openPart = ({ sealed: _, ...data }: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isRecord(value) ? { ...value } : value]),
  );

function put(data: Record<string, unknown>, path: string, value: unknown): void {
  const [holder, field] = holderOf(data, path);
  if (value === undefined) delete holder[field];
  else holder[field] = value;
}

/** `phone` stands in the data itself, `changes.phone` in what its changes are. */
function holderOf(
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
