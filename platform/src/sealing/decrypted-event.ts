import type { RecordedEvent } from '../event-log/event-log.js';
import type { Key } from './key-store/key-store.js';
import { type Fields, envelopeOf, decrypt } from './envelope.js';
import type { EventType } from './event-catalogue.js';

/**
 * An event as it reads today. Its envelope is opened when the first personal field is read: most folds read none.
 * @param isErased the key of its stream was destroyed. Then a field is empty as well that an earlier build has stored in plain text
 */
export function decrypted(event: RecordedEvent, type: EventType, keys: ReadonlyMap<string, Key>, isErased: boolean): RecordedEvent {
  const envelope = envelopeOf(event);
  const version = event.metadata.schemaVersion;
  const upcast = (data: Fields) => (version === type.version ? data : type.upcast(data, version));
  if (!envelope) {
    const data = upcast(event.data as Fields);
    if (isErased && hasPersonal(data, type)) return { ...event, data: withoutPersonal(data, type), erased: true };
    return data === event.data ? event : { ...event, data };
  }

  const data = withoutEnvelope(event.data as Fields, envelope.fields);
  if (isErased) {
    putEmpty(data, envelope.fields, type);
    return { ...event, data: withoutPersonal(upcast(data), type), erased: true };
  }
  const key = keys.get(envelope.key) as { readonly key: Uint8Array };
  let fields: Fields | undefined;
  const open = () => (fields ??= decrypt(envelope, key.key, { stream: event.stream, eventId: event.metadata.eventId, type: event.type, version }));
  for (const path of envelope.fields) define(data, path, () => open()[path]);
  return { ...event, data: upcast(data) };
}

/** What an older version had may have another name today; as a text it suits the upcasters of then. */
function putEmpty(data: Record<string, unknown>, fields: readonly string[], { personal }: EventType): void {
  for (const path of fields) {
    const empty = personal.has(path) ? personal.get(path) : '';
    if (empty !== undefined) define(data, path, () => empty);
  }
}

const hasPersonal = (data: Fields, { personal }: EventType): boolean => [...personal.keys()].some((path) => valueAt(data, path) !== undefined);

/** A copy in which every field is empty or missing that is personal today. */
function withoutPersonal(data: Fields, { personal }: EventType): Fields {
  const copy: Record<string, unknown> = { ...data };
  for (const [path, empty] of personal) {
    if (valueAt(data, path) === undefined) continue;
    const [outer, inner] = partsOf(path);
    const place = inner === undefined ? copy : (copy[outer] = { ...(copy[outer] as Record<string, unknown>) });
    if (empty === undefined) delete place[inner ?? outer];
    else place[inner ?? outer] = empty;
  }
  return copy;
}

function valueAt(data: Fields, path: string): unknown {
  const [outer, inner] = partsOf(path);
  const value = data[outer];
  return inner === undefined ? value : (value as Fields | undefined)?.[inner];
}

/** A copy down to where fields are put back, because what the log gave is not ours to change. */
function withoutEnvelope({ sealed: _, ...rest }: Fields, fields: readonly string[]): Record<string, unknown> {
  const data: Record<string, unknown> = rest;
  for (const path of fields) {
    const [outer, inner] = partsOf(path);
    if (inner !== undefined) data[outer] = { ...(data[outer] as object | undefined) };
  }
  return data;
}

function define(data: Record<string, unknown>, path: string, get: () => unknown): void {
  const [outer, inner] = partsOf(path);
  const place = inner === undefined ? data : (data[outer] as object);
  Object.defineProperty(place, inner ?? outer, { enumerable: true, configurable: true, get });
}

const partsOf = (path: string) => path.split('.') as [outer: string, inner?: string];
