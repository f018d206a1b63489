import {
  type Credentials,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { RevisionConflict, UnreadableLog, noStream } from './event-log.js';
import type { ServerPosition, Stored } from './eventstore-mapping.js';

/** Milliseconds after which the server's side of a call ends too. */
type Deadline = { readonly deadline: number };

/**
 * One append by a call of its own. The client sends it so, and not with others over one call, because it is given credentials:
 * the shared call answers out of one table for all clients of the process, which loses who waits when a server is lost.
 * @returns where the last event went, as the server says; it may name no place of the log
 * @throws RevisionConflict, RangeError, UnreadableLog when the server has answered so; anything else: it is not known whether it was written
 */
export async function appendTo(
  client: EventStoreDBClient,
  { stream, expected, events }: Stored,
  options: Deadline & { readonly credentials: Credentials },
): Promise<{ readonly revision: number; readonly place: ServerPosition | undefined }> {
  const proposed = events.map(({ id, type, data, metadata }) => ({ id, type, contentType: 'application/json' as const, data, metadata }));
  const expectedRevision = expected === noStream ? NO_STREAM : BigInt(expected);
  try {
    const { nextExpectedRevision, position } = await client.appendToStream(stream, proposed, { ...options, expectedRevision, requiresLeader: true });
    // An append that was made before may be answered without its place, which is then the largest or a negative number.
    const named = position && position.commit >= 0n && position.commit < 2n ** 63n;
    return { revision: Number(nextExpectedRevision), place: named ? position : undefined };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) throw new RevisionConflict(`${stream} is not at ${expected} any more`);
    if (error instanceof MaxAppendSizeExceededError || /maximum append (event )?size/i.test(String(error)))
      throw new RangeError(`The log's server does not take so large an append to ${stream}`, { cause: error });
    throw deletedOr(error, stream);
  }
}

/** At most so many events of a stream from a revision on; none of a stream that nobody wrote. */
export async function readStream(
  client: EventStoreDBClient,
  stream: string,
  { from, max, deadline }: Deadline & { readonly from: number; readonly max: number },
): Promise<readonly ResolvedEvent[]> {
  const reading = client.readStream(stream, { fromRevision: BigInt(from), maxCount: max, requiresLeader: true, deadline });
  reading.on('error', () => {}); // One that comes when nobody reads any more would end the process.
  const events: ResolvedEvent[] = [];
  try {
    for await (const event of reading) events.push(event);
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw deletedOr(error, stream);
  }
  return events;
}

const deletedOr = (error: unknown, stream: string) =>
  error instanceof StreamDeletedError ? new UnreadableLog(`${stream} was deleted on the log's server`, { cause: error }) : error;
