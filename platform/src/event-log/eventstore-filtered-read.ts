import {
  type EventStoreDBClient,
  type ResolvedEvent,
  convertToCommandError,
} from '@eventstore/db-client';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerPosition } from './eventstore-mapping.js';

/**
 * Part of the log without the server's own events. Forwards it starts at `position`
 * (inclusive, default: the start), backwards before it (default: the end).
 */
export type Portion = {
  readonly max: number;
  readonly position: ServerPosition | undefined;
  readonly backwards: boolean;
};

/**
 * Reads `$all` with a filter through internals of the client, because its public `readAll` has no
 * filter. Without one, each start reads all events that the server wrote about itself
 * (docs/decisions/eventstore-client.md).
 * @param deadline milliseconds after which the server ends the call, too
 */
export function readFilteredLog(
  client: EventStoreDBClient,
  portion: Portion,
  deadline: number,
): Promise<ResolvedEvent[]> {
  const [metadata, options] = client['callArguments']({ requiresLeader: true, deadline });
  return client['execute'](
    StreamsClient,
    'read',
    (service) =>
      new Promise<ResolvedEvent[]>((resolve, reject) => {
        const events: ResolvedEvent[] = [];
        const call = service.read(readRequest(portion), metadata, options);
        call.on('data', (response: ReadResp) => {
          const event = response.getEvent();
          if (event) events.push(convertGrpcEvent(event));
        });
        call.on('error', (error) => reject(convertToCommandError(error)));
        call.on('end', () => resolve(events));
      }),
  );
}

/** Values of the protocol's `ReadDirection`. */
const FORWARDS = 0;
const BACKWARDS = 1;

function readRequest({ max, position, backwards }: Portion): ReadReq {
  const noSystemEvents = new streams.ReadReq.Options.FilterOptions.Expression();
  noSystemEvents.setRegex('^[^$].*');
  const filter = new streams.ReadReq.Options.FilterOptions();
  filter.setEventType(noSystemEvents);
  filter.setCount(new shared.Empty());
  filter.setCheckpointintervalmultiplier(1);
  const ids = new streams.ReadReq.Options.UUIDOption();
  ids.setString(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setUuidOption(ids);
  options.setFilter(filter);
  options.setCount(String(max));
  options.setReadDirection(backwards ? BACKWARDS : FORWARDS);
  options.setAll(createAllOptions({ position, backwards }));
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

function createAllOptions({ position, backwards }: Pick<Portion, 'position' | 'backwards'>) {
  const options = new streams.ReadReq.Options.AllOptions();
  if (position) {
    const option = new streams.ReadReq.Options.Position();
    option.setCommitPosition(String(position.commit));
    option.setPreparePosition(String(position.prepare));
    options.setPosition(option);
  } else if (backwards) options.setEnd(new shared.Empty());
  else options.setStart(new shared.Empty());
  return options;
}
