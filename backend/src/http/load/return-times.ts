import { performance } from 'node:perf_hooks';

/** A third of the commands that a small machine stores in a second on servers. */
const RETURNS_PER_SECOND = 30;
const EARLIEST_MS = 1_000;
const LATEST_MS = 30_000;

/**
 * Return times of refused commands, one after another. New commands therefore find room on a server
 * that recovers, however many wait. The times start over once they are half a minute ahead.
 */
export class ReturnTimes {
  private nextAt = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes the next time. Returns whole seconds until then, to which browsers add a fraction. */
  takeSeconds(): number {
    const now = this.now();
    const isTooLate = this.nextAt > now + LATEST_MS;
    const returnAt = Math.max(isTooLate ? 0 : this.nextAt, now + EARLIEST_MS);
    this.nextAt = returnAt + 1_000 / RETURNS_PER_SECOND;
    return Math.max(1, Math.floor((returnAt - now) / 1_000));
  }
}

/** Return times of this process. */
export const returnTimes = new ReturnTimes();
