import type { ResolvedEvent } from '@eventstore/db-client';
import { v5 as uuidOf, validate as isUuid } from 'uuid';
import type { EncodedAppend } from './encoded-append.js';
import { DamagedStream, type Metadata, type Position, type RecordedEvent } from './event-log.js';

/** Position of an event in EventStoreDB: its commit, and within that its prepare. */
export type ServerPosition = { readonly commit: bigint; readonly prepare: bigint };

/** The stream that holds the log's identity. No reader of the log is given it. */
export const identityStream = 'fieldtrace-log';

/**
 * The server compares ids that are UUIDs; where ours is another text, it gets the one that is made
 * of it.
 */
const namespace = '6a1c2f0e-6f0b-5c1e-9d6e-6f1a1a1f4b52';

/**
 * An event as the client sends it: its keys stay in the order of the canonical text (but for keys
 * that are whole numbers).
 */
export const proposed = ({ id, type, data, metadata }: EncodedAppend['events'][number]) => ({
  id: isUuid(id) ? id : uuidOf(id, namespace),
  ...{ type, contentType: 'application/json' as const },
  data: JSON.parse(data) as Readonly<Record<string, unknown>>,
  metadata: new TextEncoder().encode(metadata),
});

const digits = 20; // as many as the largest number of 64 bits has
export const positionOf = ({ commit, prepare }: ServerPosition): Position =>
  String(commit).padStart(digits, '0') + String(prepare).padStart(digits, '0');

export function parsePosition(position: Position): ServerPosition | undefined {
  if (position === '') return undefined;
  if (!/^\d{40}$/.test(position)) throw new RangeError(`Not a position of this log: ${position}`);
  return { commit: BigInt(position.slice(0, digits)), prepare: BigInt(position.slice(digits)) };
}

/**
 * Undefined for the server's own events (`$…`) and for the log's identity. @throws DamagedStream
 * for what is no JSON
 */
export function recordedEvent({ event }: ResolvedEvent): RecordedEvent | undefined {
  if (
    !event ||
    event.type.startsWith('$') ||
    event.streamId.startsWith('$') ||
    event.streamId === identityStream
  )
    return undefined;
  const { streamId: stream, revision, type, data, metadata, position } = event;
  // The client returns what it could not parse as text, and metadata as bytes.
  if (
    !event.isJson ||
    typeof data !== 'object' ||
    metadata === undefined ||
    metadata instanceof Uint8Array ||
    !position
  )
    throw new DamagedStream(stream, `at ${revision} is no JSON`);
  return {
    type,
    data,
    metadata: metadata as Metadata,
    stream,
    revision: Number(revision),
    position: positionOf(position),
  };
}
