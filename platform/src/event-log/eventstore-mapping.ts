import type { ResolvedEvent } from '@eventstore/db-client';
import { v5 as uuidOf, validate as isUuid } from 'uuid';
import type { EncodedAppend } from './encoded-append.js';
import { type Position, type RecordedEvent, damagedEvent, storedEvent } from './event-log.js';

/** Position of an event in EventStoreDB: commit position, then prepare position. */
export type ServerPosition = { readonly commit: bigint; readonly prepare: bigint };

/** Stream that holds the log's identity; readers never get it. */
export const IDENTITY_STREAM = 'fieldtrace-log';

/** The server accepts only UUIDs as event ids; any other id is hashed in this namespace. */
const EVENT_ID_NAMESPACE = '6a1c2f0e-6f0b-5c1e-9d6e-6f1a1a1f4b52';

/** Event as the client sends it. Its keys keep their canonical order, except integer keys. */
export const toProposedEvent = ({ id, type, data, metadata }: EncodedAppend['events'][number]) => ({
  id: isUuid(id) ? id : uuidOf(id, EVENT_ID_NAMESPACE),
  type,
  contentType: 'application/json' as const,
  data: JSON.parse(data) as Readonly<Record<string, unknown>>,
  metadata: new TextEncoder().encode(metadata),
});

const POSITION_DIGITS = 20; // Decimal digits of the largest 64-bit number.
export const toPosition = ({ commit, prepare }: ServerPosition): Position =>
  String(commit).padStart(POSITION_DIGITS, '0') + String(prepare).padStart(POSITION_DIGITS, '0');

export function parsePosition(position: Position): ServerPosition | undefined {
  if (position === '') return undefined;
  if (!/^\d+$/.test(position) || position.length !== 2 * POSITION_DIGITS)
    throw new RangeError(`Not a position of this log: ${position}`);
  return {
    commit: BigInt(position.slice(0, POSITION_DIGITS)),
    prepare: BigInt(position.slice(POSITION_DIGITS)),
  };
}

/** Undefined for the server's own events (`$…`) and the log's identity. */
export function toRecordedEvent({ event }: ResolvedEvent): RecordedEvent | undefined {
  if (!event || event.streamId === IDENTITY_STREAM) return undefined;
  const isOfServer = event.type.startsWith('$') || event.streamId.startsWith('$');
  if (isOfServer) return undefined;
  const { streamId: stream, type, data, metadata } = event;
  const place = {
    stream,
    revision: Number(event.revision),
    position: toPosition(event.position!),
  };
  // The client returns unparsable data as text, and unparsable metadata as bytes.
  return event.isJson && !(metadata instanceof Uint8Array)
    ? storedEvent(place, { type, data, metadata })
    : damagedEvent(place, 'is no JSON');
}
