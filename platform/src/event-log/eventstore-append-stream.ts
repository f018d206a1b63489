import { AccessDeniedError, type EventStoreDBClient, TimeoutError, convertToCommandError } from '@eventstore/db-client';
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { randomUUID } from 'node:crypto';
import { RevisionConflict, UnreadableLog, noStream } from './event-log.js';
import type { Place, Stored } from './eventstore-mapping.js';

type Call = ReturnType<StreamsClient['batchAppend']>;
type Waiting = { readonly append: Stored; readonly resolve: (place: Place | undefined) => void; readonly reject: (error: Error) => void };

/**
 * All appends of a client go through one call to the server, each answered under an id of its own.
 *
 * The client can do this itself, but keeps who waits in one table for all clients of the process: one that loses its
 * server rejects the appends of the others, and an answer that comes after that is an exception nobody can catch. It
 * also asks for the server's features first, and keeps a failed answer for ever. So the call is the client's, made with
 * its connection and credentials, and the table is ours.
 */
export class AppendStream {
  private readonly waiting = new Map<string, Waiting>();
  private ended: Error | undefined;

  private constructor(private readonly call: Call) {
    call.on('data', (response: BatchAppendResp) => this.answered(response));
    call.on('error', (error: Error) => this.end(convertToCommandError(error)));
    call.on('end', () => this.end(new Error('the server ended the call')));
  }

  static async open(client: EventStoreDBClient): Promise<AppendStream> {
    const open = client['GRPCStreamCreator'](StreamsClient, 'appends', (service) =>
      service.batchAppend(...client['callArguments']({ requiresLeader: true }, { deadline: Infinity })),
    );
    return new AppendStream(await open());
  }

  /** It takes no more; another one has to be opened. */
  get over(): boolean {
    return this.ended !== undefined;
  }

  /**
   * Resolves with the place of the last event, where the server names one.
   * @throws RevisionConflict, RangeError when the server has answered so; any other error when it is not known what was written
   */
  append(append: Stored, signal: AbortSignal): Promise<Place | undefined> {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      this.waiting.set(id, { append, resolve, reject });
      signal.addEventListener('abort', () => this.waiting.delete(id), { once: true }); // Whoever asked has gone.
      this.call.write(request(id, append));
    });
  }

  private answered(response: BatchAppendResp): void {
    const id = parseUUID(response.getCorrelationId());
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || !waiting) return; // It took too long, and whoever waited has gone.
    this.waiting.delete(id);
    const error = response.getError();
    if (error) return waiting.reject(errorOf(error, waiting.append));
    const position = response.getSuccess()?.getPosition();
    waiting.resolve(position && { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) });
  }

  private end(error: Error): void {
    this.ended ??= error;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(error);
  }
}

/** Names no deadline: that is a time of day, and the server's clock may be another; the server has one of its own. */
function request(id: string, { stream, expected, events }: Stored): BatchAppendReq {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  if (expected === noStream) options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(expected));

  const message = new streams.BatchAppendReq();
  message.setCorrelationId(uuid(id));
  message.setOptions(options);
  for (const { id: eventId, type, data, metadata } of events) {
    const proposed = new streams.BatchAppendReq.ProposedMessage();
    proposed.setId(uuid(eventId));
    proposed.getMetadataMap().set('type', type).set('content-type', 'application/json');
    proposed.setData(data);
    proposed.setCustomMetadata(metadata);
    message.addProposedMessages(proposed);
  }
  message.setIsFinal(true);
  return message;
}

function uuid(text: string) {
  const id = new shared.UUID();
  id.setString(text);
  return id;
}

function errorOf(status: Status, { stream, expected }: Stored): Error {
  const name = status.getDetails()?.getTypeName();
  switch (name) {
    case 'event_store.client.WrongExpectedVersion':
      return new RevisionConflict(`${stream} is not at ${expected} any more`);
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new RangeError(`The log's server does not take so large an append to ${stream}`);
    case 'event_store.client.StreamDeleted':
      return new UnreadableLog(`${stream} was deleted on the log's server`);
    case 'event_store.client.Timeout':
      return new TimeoutError(undefined, 'the server took too long');
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError(undefined, 'the server denies access');
    default:
      return new Error(status.getMessage() || name || 'unknown');
  }
}
