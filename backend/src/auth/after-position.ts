import type { EventLog, Position } from '#platform/event-log/event-log.js';
import type { ReadSide } from '#platform/live/read-side.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { QueriedPeople } from './queried-people.js';

/**
 * How long a request waits for the views to have seen what was written a moment ago, in
 * milliseconds.
 */
export const viewTimeoutMilliseconds = 2_000;
const position = /^[\w.-]{1,64}$/;

type Needed = {
  readonly log: Pick<EventLog, 'head'>;
  readonly readSide: Pick<ReadSide, 'position' | 'isStale' | 'waitFor'>;
  readonly queried: Pick<QueriedPeople, 'isLogAway'>;
};

/** Position of the client's last command, if the request names it. */
export function afterPosition({
  headers: { 'x-after-position': after },
}: Pick<FastifyRequest, 'headers'>): Position | undefined {
  return typeof after === 'string' && position.test(after) ? after : undefined;
}

/**
 * Read your own write: a query that comes too early waits, and one that cannot wait says that it is
 * behind. Only a signed-in member has written something, and a position that the log has not come
 * to is not waited for. Views that are stale will not catch up in that time, nor will a log that
 * does not answer: all that they answer is said to be so.
 */
export function addAfterPosition(
  server: FastifyInstance,
  { log, readSide, queried }: Needed,
): void {
  const isReached = async (after: string): Promise<boolean> => {
    if (readSide.position >= after) return true;
    const isInLog = await log.head().then(
      (head) => after <= head,
      () => false,
    );
    return isInLog && readSide.waitFor(after, viewTimeoutMilliseconds);
  };
  server.addHook('preHandler', (request, reply, next) => {
    if (request.method !== 'GET' || !request.caller) return next();
    // read before the query: the answer may know more, and never less
    const answer = (): void => {
      if (position.test(readSide.position)) void reply.header('X-Position', readSide.position);
      next();
    };
    if (readSide.isStale() || queried.isLogAway()) {
      void reply.header('X-Stale', 'true');
      return answer();
    }
    const after = afterPosition(request);
    if (after === undefined) return answer();
    isReached(after).then((reached) => {
      if (!reached) void reply.header('X-Stale', 'true');
      answer();
    }, next);
  });
}
