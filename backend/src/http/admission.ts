import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.js';

/**
 * How long a request may have waited to be looked at, in milliseconds. What is let in still has to be decided, written and folded
 * with the others of its turn, and what it changed be told: several times as long again.
 */
const longestWait = 20;
/** How long the commands that are under way may keep a new one waiting, by how fast they were answered lately. */
const longestQueue = 50;
/** So many may be under way however slowly they are answered: an office that comes back online at once is no overload. */
const leastUnderWay = 64;
/** So many requests in all: what waits holds memory. */
const mostRequests = 2_000;
const windowMilliseconds = 250;

export type Kind = 'command' | 'question';

/**
 * Whether there is room for one more request. More than can be done is not made faster by waiting: whoever would wait too
 * long is told so at once, which costs a tenth of doing it, and those who are let in are answered in time.
 *
 * Two waits are measured. Requests that come in while others are worked on stand in their sockets until the loop gets to them: so long
 * as one turn of the loop has been taking requests, the next one of that turn has waited. And a command that waits for
 * something outside (a log or a store on a slow server) is under way: as many of them as are answered in `longestQueue` may be.
 */
export class Admission {
  private turnBegan: number | undefined;
  private underWay = 0;
  private commands = 0;
  private answered = 0;
  private windowBegan = 0;
  /** Commands answered in a millisecond, over the last window; unknown in the first one after a pause. */
  private pace: number | undefined;
  private turnedAway = 0;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly afterThisTurn: (work: () => void) => void = setImmediate,
  ) {}

  /** How many requests were told to come later. */
  get shed(): number {
    return this.turnedAway;
  }

  /** Whoever is let in has to `leave`. */
  enter(kind: Kind): boolean {
    const now = this.now();
    const waited = this.waitedAt(now);
    const waitsTooLong = waited > longestWait || (kind === 'command' && this.commands >= leastUnderWay && this.queuedAt(now) > longestQueue);
    const isFull = this.underWay >= mostRequests || (this.underWay >= leastUnderWay && waitsTooLong);
    if (isFull) {
      this.turnedAway++;
      return false;
    }
    this.underWay++;
    if (kind === 'command' && this.commands++ === 0) this.beginWindow(now, undefined);
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

/** Signing in, and whether the process lives, is let in whatever else there is to do: nobody is locked out by others' work. */
const always = /^\/api\/auth\//;
const doors = /^\/api\//;
const commands = /^\/api\/commands\//;
const mostSecondsLater = 3;

/**
 * Before anything else is done for a request: whether it is to be done now. Added before all other hooks, and answered without the
 * ways of an error, because there are many of them when it matters.
 */
export function addAdmission(server: FastifyInstance, admission: Admission): void {
  const { status, body } = problem('overloaded');
  const told = JSON.stringify(body);
  server.addHook('onRequest', ({ url }, reply, next) => {
    if (!doors.test(url) || always.test(url)) return next();
    const kind: Kind = commands.test(url) ? 'command' : 'question';
    if (admission.enter(kind)) {
      // Also where whoever asked has gone meanwhile.
      reply.raw.once('close', () => admission.leave(kind));
      return next();
    }
    void reply.code(status).headers(headers).header('retry-after', secondsLater()).send(told);
  });
}

const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' };
/** Not all of them again at the same moment. */
const secondsLater = () => String(1 + Math.floor(Math.random() * mostSecondsLater));
