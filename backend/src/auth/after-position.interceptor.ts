import { EventLog, type Position } from '#platform/event-log/event-log.js';
import { ReadSide } from '#platform/live/read-side.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { PeopleCache } from './people/people-cache.js';

/**
 * Limit in milliseconds of a request's wait for the views to reach the position of the last
 * command.
 */
export const VIEW_TIMEOUT_MS = 2_000;
const POSITION = /^[\w.-]{1,64}$/;

/** Position of the client's last command, if the request names it. */
export function readAfterPosition({
  headers: { 'x-after-position': after },
}: Pick<FastifyRequest, 'headers'>): Position | undefined {
  return typeof after === 'string' && POSITION.test(after) ? after : undefined;
}

/**
 * Lets a client read its own write: a query that names a position waits until the views have
 * reached it. Answers name the position of the views. If the views are stale, the query does not
 * wait, and the header `X-Stale` is set.
 */
@Injectable()
export class AfterPositionInterceptor implements NestInterceptor {
  constructor(
    private readonly log: EventLog,
    private readonly readSide: ReadSide,
    private readonly peopleCache: PeopleCache,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Only a signed-in member has sent commands.
    if (request.method !== 'GET' || !request.caller) return next.handle();
    const { readSide, peopleCache } = this;
    const organizationId = request.caller.membership?.organization.id ?? '';
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const after = readAfterPosition(request);
    const isBehind =
      readSide.findLanes(organizationId).some((lane) => lane.isStale()) ||
      peopleCache.isLogUnavailable() ||
      (after !== undefined && !(await this.waitUntilReached(after, organizationId)));
    if (isBehind) void reply.header('X-Stale', 'true');
    // Read before the query, so that the answer is never older than the named position.
    const { position, begunAt } = readSide.lanes.findLane(organizationId);
    if (POSITION.test(position)) void reply.header('X-Position', position);
    if (begunAt !== undefined) void reply.header('X-Views', begunAt);
    return next.handle();
  }

  /**
   * Waits until the views have reached a position, if the log has it.
   * @returns false if they have not reached it in time
   */
  private async waitUntilReached(after: Position, organizationId: string): Promise<boolean> {
    const { log, readSide } = this;
    if (readSide.findLanes(organizationId).every(({ position }) => position >= after)) return true;
    const isInLog = await log.readLastPosition().then(
      (head) => after <= head,
      () => false,
    );
    return isInLog && readSide.waitFor(after, VIEW_TIMEOUT_MS, organizationId);
  }
}
