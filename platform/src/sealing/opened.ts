import type { RecordedEvent } from '../event-log/event-log.js';
import type { Key } from '../key-store/key-store.js';
import { type Fields, boxOf, unshut } from './box.js';
import type { EventType } from './event-catalogue.js';

/** An event as it reads today. Its box is opened when the first personal field is read: most folds read none. */
export function opened(event: RecordedEvent, type: EventType, keys: ReadonlyMap<string, Key>): RecordedEvent {
  const box = boxOf(event);
  const version = event.metadata.schemaVersion;
  if (!box) return version === type.version ? event : { ...event, data: type.upcast(event.data as Fields, version) };

  const key = keys.get(box.key)!;
  const erased = 'destroyedBy' in key;
  const data = withoutBox(event.data as Fields, box.fields);
  if (erased) putEmpty(data, box.fields, type);
  else {
    let inside: Fields | undefined;
    const open = () => (inside ??= unshut(box, key.key, { stream: event.stream, eventId: event.metadata.eventId, type: event.type, version }));
    for (const path of box.fields) define(data, path, () => open()[path]);
  }
  return { ...event, data: version === type.version ? data : type.upcast(data, version), ...(erased && { erased }) };
}

/** What an older version had may have another name today; as a text it suits the upcasters of then. */
function putEmpty(data: Record<string, unknown>, fields: readonly string[], { personal }: EventType): void {
  for (const path of fields) {
    const empty = personal.has(path) ? personal.get(path) : '';
    if (empty !== undefined) define(data, path, () => empty);
  }
}

/** A copy down to where fields are put back, because what the log gave is not ours to change. */
function withoutBox({ sealed: _, ...rest }: Fields, fields: readonly string[]): Record<string, unknown> {
  const data: Record<string, unknown> = rest;
  for (const path of fields) {
    const [outer, inner] = path.split('.') as [string, string?];
    if (inner !== undefined) data[outer] = { ...(data[outer] as object | undefined) };
  }
  return data;
}

function define(data: Record<string, unknown>, path: string, get: () => unknown): void {
  const [outer, inner] = path.split('.') as [string, string?];
  const place = inner === undefined ? data : (data[outer] as object);
  Object.defineProperty(place, inner ?? outer, { enumerable: true, configurable: true, get });
}
