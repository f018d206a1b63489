import type { EventLog } from '#platform/event-log/event-log.js';
import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../problems/to-problem.js';
import { type Problem, problem } from '../problems/problem.js';
import type { RequestStep } from '../request-steps.js';
import { hasSessionCookie } from '../session-cookie.js';
import { retryTimes } from './retry-times.js';

/**
 * Limit of the queueing delay of a new request in milliseconds. Handling the request takes several
 * times as long.
 */
const MAX_QUEUEING_DELAY_MS = 20;
/** Limit of the time that the running commands still need, at their recent pace. */
const MAX_COMMAND_BACKLOG_MS = 50;
/**
 * Number of running requests below which none is shed, because the browsers of an office may all
 * connect at once.
 */
const SHED_ABOVE_RUNNING = 64;
/** Limit of running requests, because each holds memory. */
const MAX_RUNNING = 2_000;
const PACE_WINDOW_MS = 250;

export type WorkKind = 'command' | 'query';

/**
 * Decides whether one more request may start. Refusing at once costs far less than a late answer.
 * Two delays are estimated. Queueing delay comes from event-loop lag: requests wait in their
 * sockets while one turn of the loop takes others. Command backlog is the number of running
 * commands divided by their recent pace.
 */
export class LoadShedder {
  private turnStartedAt: number | undefined;
  private running = 0;
  private runningCommands = 0;
  private answeredInWindow = 0;
  private windowStartedAt = 0;
  /**
   * Commands answered per millisecond in the last window; undefined in the first window after a
   * pause.
   */
  private pace: number | undefined;
  private rejected = 0;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly afterThisTurn: (work: () => void) => void = setImmediate,
  ) {}

  /** Number of refused requests. */
  get rejectedCount(): number {
    return this.rejected;
  }

  /** Whether one more request may start; counts a refusal. */
  checkRoom(kind: WorkKind): boolean {
    const now = this.now();
    const delayMs = this.measureQueueingDelay(now);
    const waitsTooLong =
      delayMs > MAX_QUEUEING_DELAY_MS ||
      (kind === 'command' &&
        this.runningCommands >= SHED_ABOVE_RUNNING &&
        this.measureCommandBacklog(now) > MAX_COMMAND_BACKLOG_MS);
    const isFull =
      this.running >= MAX_RUNNING || (this.running >= SHED_ABOVE_RUNNING && waitsTooLong);
    if (isFull) this.rejected++;
    return !isFull;
  }

  /** Starts a request that has arrived whole, if there is room. An admitted one has to `leave`. */
  enter(kind: WorkKind): boolean {
    if (!this.checkRoom(kind)) return false;
    this.running++;
    if (kind === 'command' && this.runningCommands++ === 0) this.startWindow(this.now(), undefined);
    return true;
  }

  leave(kind: WorkKind): void {
    this.running--;
    if (kind !== 'command') return;
    this.runningCommands--;
    this.answeredInWindow++;
  }

  /** Time for which this turn of the loop has been taking requests. */
  private measureQueueingDelay(now: number): number {
    if (this.turnStartedAt === undefined) {
      this.turnStartedAt = now;
      this.afterThisTurn(() => (this.turnStartedAt = undefined));
    }
    return now - this.turnStartedAt;
  }

  /** Milliseconds until the running commands are answered, at the recent pace. */
  private measureCommandBacklog(now: number): number {
    const windowMs = now - this.windowStartedAt;
    if (windowMs >= PACE_WINDOW_MS) this.startWindow(now, this.answeredInWindow / windowMs);
    return this.pace === undefined ? 0 : this.runningCommands / this.pace;
  }

  private startWindow(now: number, pace: number | undefined): void {
    this.windowStartedAt = now;
    this.answeredInWindow = 0;
    this.pace = pace;
  }
}

/**
 * Kind of work of a route; undefined if it is never shed. Sign-in and health checks are never shed.
 * Uploads last as long as their senders take, and geocoding waits for another service; both have
 * their own limits.
 */
export function findWorkKind({
  method,
  routeOptions: { url = '' },
}: FastifyRequest): WorkKind | undefined {
  if (url === COMMAND_ROUTE) return 'command';
  if (!url.startsWith('/api') || NEVER_SHED.test(url) || isUpload(method, url)) return undefined;
  return 'query';
}
/** Sign-in, API documentation (built once, without a session) and geocoding. */
const NEVER_SHED = /^\/api\/(?:auth\/|docs|openapi\.json|geocode$)/;
const COMMAND_ROUTE = '/api/commands/:name';
const UPLOAD_ROUTES: ReadonlySet<string> = new Set([
  'POST /api/files',
  'PATCH /api/uploads/:fileId',
]);
export const isUpload = (method: string, route: string | undefined): boolean =>
  UPLOAD_ROUTES.has(`${method} ${route}`);

/**
 * Refuses requests under overload before any other work. It throws no error, because errors are
 * expensive and there may be many refusals.
 */
export const shedLoad =
  (shedder: LoadShedder): RequestStep =>
  (request, reply) => {
    const kind = findWorkKind(request);
    if (!kind || shedder.checkRoom(kind)) return undefined;
    return rejectRequest(request, reply, OVERLOADED);
  };

/**
 * Refuses commands while the log refuses every call, because too many wait for its silent server.
 * The log itself would refuse them only after session and body were read.
 */
export const refuseWithoutLog =
  (log: Pick<EventLog, 'findOutage'>): RequestStep =>
  (request, reply) => {
    const refusal = findWorkKind(request) === 'command' ? log.findOutage() : undefined;
    return refusal && rejectRequest(request, reply, toProblem(refusal));
  };

function rejectRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: Problem,
): 'answered' {
  const seconds = takeRetrySeconds(request) ?? randomRetrySeconds();
  void reply
    .code(status)
    .headers(REFUSAL_HEADERS)
    .header('retry-after', String(seconds))
    .send(JSON.stringify(body));
  return 'answered';
}

/**
 * Reserves a retry time for a refused command. Undefined for other requests, and for strangers, who
 * could use up the times of members.
 */
export const takeRetrySeconds = (request: FastifyRequest): number | undefined =>
  findWorkKind(request) === 'command' && hasSessionCookie(request)
    ? retryTimes.takeSeconds()
    : undefined;

const OVERLOADED = problem('overloaded');
const REFUSAL_HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};
/** Random number of seconds, so that refused clients do not retry at the same moment. */
export const randomRetrySeconds = (): number => 1 + Math.floor(Math.random() * 3);
