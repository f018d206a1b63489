import { type EventStoreDBClient, type ResolvedEvent, StreamDeletedError, convertToCommandError } from '@eventstore/db-client';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { UnreadableLog } from './event-log.js';
import type { Place } from './eventstore-mapping.js';

/** What is read: a stream from a revision on, or the whole log from a place on (that place too), or backwards before one. */
export type Portion = { readonly max: number } & (
  | { readonly of: 'stream'; readonly stream: string; readonly from: number }
  | { readonly of: 'all'; readonly from: Place | undefined }
  | { readonly of: 'all backwards'; readonly before: Place | undefined }
);

/**
 * One portion; nothing for a stream that nobody wrote. The client's own reading makes three streams and, for a stream that
 * is not there, an exception of each read: for the short reads that go before every append that is most of their time.
 * @param signal aborted when nobody waits any more: the server's side of the call is ended too
 */
export function readPortion(client: EventStoreDBClient, portion: Portion, withinMs: number, signal: AbortSignal): Promise<ResolvedEvent[]> {
  const [metadata, options] = client['callArguments']({ requiresLeader: true, deadline: withinMs });
  return client['execute'](
    StreamsClient,
    'read',
    (service) =>
      new Promise<ResolvedEvent[]>((resolve, reject) => {
        const events: ResolvedEvent[] = [];
        const call = service.read(requestFor(portion), metadata, options);
        call.on('data', (response: ReadResp) => {
          const event = response.getEvent();
          if (event) events.push(convertGrpcEvent(event));
        });
        call.on('error', (error) => reject(errorOf(error)));
        call.on('end', () => resolve(events));
        signal.addEventListener('abort', () => call.cancel(), { once: true });
      }),
  );
}

function errorOf(error: Error): Error {
  const known = convertToCommandError(error);
  return known instanceof StreamDeletedError ? new UnreadableLog(`${known.streamName} was deleted on the log's server`) : known;
}

function requestFor(portion: Portion): ReadReq {
  const options = new streams.ReadReq.Options();
  const ids = new streams.ReadReq.Options.UUIDOption();
  ids.setString(new shared.Empty());
  options.setUuidOption(ids);
  options.setNoFilter(new shared.Empty());
  options.setCount(String(portion.max));
  options.setReadDirection(portion.of === 'all backwards' ? 1 : 0);
  if (portion.of === 'stream') options.setStream(fromRevision(portion.stream, portion.from));
  else options.setAll(portion.of === 'all' ? allFrom(portion.from, 'start') : allFrom(portion.before, 'end'));
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

function fromRevision(stream: string, revision: number) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streams.ReadReq.Options.StreamOptions();
  options.setStreamIdentifier(identifier);
  options.setRevision(String(revision));
  return options;
}

function allFrom(place: Place | undefined, otherwise: 'start' | 'end') {
  const options = new streams.ReadReq.Options.AllOptions();
  if (place) {
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(String(place.commit));
    position.setPreparePosition(String(place.prepare));
    options.setPosition(position);
  } else if (otherwise === 'start') options.setStart(new shared.Empty());
  else options.setEnd(new shared.Empty());
  return options;
}
