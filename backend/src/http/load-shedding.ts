import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { problem } from './problem.js';
import type { RequestStep } from './request-steps.js';

/**
 * How long a request may have waited to be looked at, in milliseconds. What is let in still has to
 * be decided, written and folded with the others of its turn, and what it changed be delivered:
 * several times as long again.
 */
const longestWait = 20;
/**
 * How long the commands that are under way may keep a new one waiting, by how fast they were
 * answered lately.
 */
const longestQueue = 50;
/**
 * So many may be under way however slowly they are answered: an office that comes back online at
 * once is no overload.
 */
const leastUnderWay = 64;
/** So many requests in all: what waits holds memory. */
const mostRequests = 2_000;
const windowMilliseconds = 250;

export type Kind = 'command' | 'question';

/**
 * Whether there is room for one more request. More than can be done is not made faster by waiting:
 * a request that would wait too long is refused at once, which costs far less than doing it, and
 * those that are admitted are answered in time.
 *
 * Two waits are measured. Requests that come in while others are worked on stand in their sockets
 * until the loop gets to them: so long as one turn of the loop has been taking requests, the next
 * one of that turn has waited. And a command that waits for something outside (a log or a store on
 * a slow server) is under way: as many of them as are answered in `longestQueue` may be.
 */
export class LoadShedder {
  private turnBegan: number | undefined;
  private underWay = 0;
  private commands = 0;
  private answered = 0;
  private windowBegan = 0;
  /**
   * Commands answered in a millisecond, over the last window; unknown in the first one after a
   * pause.
   */
  private pace: number | undefined;
  private turnedAway = 0;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly afterThisTurn: (work: () => void) => void = setImmediate,
  ) {}

  /** How many requests were refused. */
  get shed(): number {
    return this.turnedAway;
  }

  /** Whether one more may be taken up now. One that may not is counted as refused. */
  hasRoom(kind: Kind): boolean {
    const now = this.now();
    const waited = this.waitedAt(now);
    const waitsTooLong =
      waited > longestWait ||
      (kind === 'command' && this.commands >= leastUnderWay && this.queuedAt(now) > longestQueue);
    const isFull =
      this.underWay >= mostRequests || (this.underWay >= leastUnderWay && waitsTooLong);
    if (isFull) this.turnedAway++;
    return !isFull;
  }

  /**
   * Counts one that has come whole and is begun with, if there is room. One that is admitted has to
   * `leave`.
   */
  enter(kind: Kind): boolean {
    if (!this.hasRoom(kind)) return false;
    this.underWay++;
    if (kind === 'command' && this.commands++ === 0) this.beginWindow(this.now(), undefined);
    return true;
  }

  leave(kind: Kind): void {
    this.underWay--;
    if (kind !== 'command') return;
    this.commands--;
    this.answered++;
  }

  /** How long this turn of the loop has been taking requests. */
  private waitedAt(now: number): number {
    if (this.turnBegan === undefined) {
      this.turnBegan = now;
      this.afterThisTurn(() => (this.turnBegan = undefined));
    }
    return now - this.turnBegan;
  }

  /** How long it would take to answer the commands that are under way, at the pace of late. */
  private queuedAt(now: number): number {
    const passed = now - this.windowBegan;
    if (passed >= windowMilliseconds) this.beginWindow(now, this.answered / passed);
    return this.pace === undefined ? 0 : this.commands / this.pace;
  }

  private beginWindow(now: number, pace: number | undefined): void {
    this.windowBegan = now;
    this.answered = 0;
    this.pace = pace;
  }
}

const mostSecondsLater = 3;

/**
 * Kind as which a route is counted. Sign-in and health checks are always let in, so that load locks
 * nobody out. Uploads last as long as their senders take, and have their own limits. Geocoding
 * waits for an outside service and has its own limits, so that no list waits behind it.
 */
export function kindOf({ method, routeOptions: { url = '' } }: FastifyRequest): Kind | undefined {
  if (url === commandRoute) return 'command';
  if (!url.startsWith('/api') || notCounted.test(url) || isUpload(method, url)) return undefined;
  return 'question';
}
/** Signing in; what describes the API, made once and sent without a session; and addresses. */
const notCounted = /^\/api\/(?:auth\/|docs|openapi\.json|geocode$)/;
const commandRoute = '/api/commands/:name';
const uploads: ReadonlySet<string> = new Set(['POST /api/files', 'PATCH /api/uploads/:fileId']);
export const isUpload = (method: string, route: string | undefined): boolean =>
  uploads.has(`${method} ${route}`);

/**
 * Refuses requests under overload before anything else is done for them, without the cost of an
 * error: there are many of them when it matters.
 */
export const shedLoad =
  (shedder: LoadShedder): RequestStep =>
  (request, reply) => {
    const kind = kindOf(request);
    if (!kind || shedder.hasRoom(kind)) return undefined;
    void reply
      .code(status)
      .headers(headers)
      .header('retry-after', String(secondsLater()))
      .send(refused);
    return 'answered';
  };

const { status, body } = problem('overloaded');
const refused = JSON.stringify(body);
const headers = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};
/** Spread over a few seconds, so that refused clients do not come back at the same moment. */
export const secondsLater = (): number => 1 + Math.floor(Math.random() * mostSecondsLater);
