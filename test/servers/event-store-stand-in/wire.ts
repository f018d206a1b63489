import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  BatchAppendReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { ExpectedRevision, ProposedEvent, StoredEvent } from './records.js';

/** Unit of EventStoreDB's times: a tenth of a microsecond. */
const TICKS_PER_MS = 10_000;

export const nameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined) =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

export function identifierOf(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  return identifier;
}

/** Ids are sent as text or as two 64-bit halves. */
export function uuidOf(id: UUID): string {
  const halves = id.getStructured();
  if (!halves) return id.getString();
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const proposedOf = (
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): ProposedEvent => ({
  id: uuidOf(message.getId()!),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export function eventMessage(event: StoredEvent): ReadResp {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  record.setId(id);
  record.setStreamIdentifier(identifierOf(event.stream));
  record.setStreamRevision(String(event.revision));
  record.setCommitPosition(String(event.position));
  record.setPreparePosition(String(event.position));
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(event.createdMs * TICKS_PER_MS));
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(String(event.position));
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

export function positionMessage(position: bigint) {
  const message = new shared.AllStreamPosition();
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return message;
}

/** Error of one append in a batch, as a packed `google.rpc.Status`. */
export function failure(
  code: number,
  message: string,
  typeName: string,
  details: { serializeBinary(): Uint8Array },
) {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${typeName}`);
  const status = new rpc.Status();
  status.setCode(code);
  status.setMessage(message);
  status.setDetails(packed);
  return status;
}

export function wrongExpectedVersion(expected: ExpectedRevision, current: number | undefined) {
  const details = new shared.WrongExpectedVersion();
  if (current === undefined) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(new empty.Empty());
  else if (expected === 'stream exists') details.setExpectedStreamExists(new empty.Empty());
  else if (expected === 'no stream') details.setExpectedNoStream(new empty.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return details;
}
