import type { ResolvedEvent } from '@eventstore/db-client';
import { v5 as uuidOf, validate as isUuid } from 'uuid';
import { canonical } from './canonical.js';
import { type Append, type Metadata, type Position, type RecordedEvent, UnreadableLog, largestAppend } from './event-log.js';

/** An append in the form in which it is sent. */
export type Stored = { readonly stream: string; readonly expected: number; readonly events: readonly StoredEvent[] };
type StoredEvent = {
  readonly id: string;
  readonly type: string;
  /** Its keys are in the order of the canonical text, and so is what the client writes (but for keys that are whole numbers). */
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Uint8Array;
};

/** Where an event is in EventStoreDB: where it was committed and, within that, where it was prepared. */
export type ServerPosition = { readonly commit: bigint; readonly prepare: bigint };

/** The stream that holds what the log itself is called. Nobody who reads the log meets it. */
export const identityStream = 'fieldtrace-log';

/** The server compares ids that are UUIDs; where ours is another text, it gets the one that is made of it. */
const namespace = '6a1c2f0e-6f0b-5c1e-9d6e-6f1a1a1f4b52';
const utf8 = new TextEncoder();
const serverIdOf = (eventId: string) => (isUuid(eventId) ? eventId : uuidOf(eventId, namespace));

/**
 * @throws TypeError for data that JSON would change on its way
 * @throws RangeError for more than every adapter takes
 */
export function stored({ stream, expected, events }: Append): Stored {
  if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
  let bytes = 0;
  const stored = events.map(({ type, data, metadata }): StoredEvent => {
    const text = canonical(data);
    const bytesOfMetadata = utf8.encode(canonical(metadata));
    bytes += Buffer.byteLength(type) + Buffer.byteLength(text) + bytesOfMetadata.length;
    return { id: serverIdOf(metadata.eventId), type, data: JSON.parse(text) as StoredEvent['data'], metadata: bytesOfMetadata };
  });
  if (bytes > largestAppend) throw new RangeError(`An append of ${bytes} bytes to ${stream} is larger than ${largestAppend}`);
  return { stream, expected, events: stored };
}

const digits = 20; // as many as the largest number of 64 bits has
export const positionOf = ({ commit, prepare }: ServerPosition): Position =>
  String(commit).padStart(digits, '0') + String(prepare).padStart(digits, '0');

/** Undefined for the place before the first event. */
export function placeOf(position: Position): ServerPosition | undefined {
  if (position === '') return undefined;
  if (!/^\d{40}$/.test(position)) throw new RangeError(`Not a position of this log: ${position}`);
  return { commit: BigInt(position.slice(0, digits)), prepare: BigInt(position.slice(digits)) };
}

/** Ours, or undefined for the server's own (`$…`) and for the log's identity. @throws UnreadableLog for what is no JSON */
export function ours({ event }: ResolvedEvent): RecordedEvent | undefined {
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$') || event.streamId === identityStream) return undefined;
  const { streamId: stream, revision, type, data, metadata, position } = event;
  // The client hands over what it could not parse: text for data, bytes for metadata.
  if (!event.isJson || typeof data !== 'object' || metadata === undefined || metadata instanceof Uint8Array || !position)
    throw new UnreadableLog(`${stream} at ${revision} is no JSON`);
  return { type, data, metadata: metadata as Metadata, stream, revision: Number(revision), position: positionOf(position) };
}
