import { performance } from 'node:perf_hooks';

/** A third of the commands that a small machine handles in a second, with its data on servers. */
const RETURNS_PER_SECOND = 30;
const EARLIEST_MS = 1_000;
const LATEST_MS = 30_000;

/**
 * Spreads the retries of refused commands over time, so that a server that recovers can also serve
 * new commands. The times start over once they are half a minute ahead.
 */
export class RetryTimes {
  private nextAt = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Reserves the next time. Returns the whole seconds until then; browsers add a random fraction.
   */
  takeSeconds(): number {
    const now = this.now();
    const isTooLate = this.nextAt > now + LATEST_MS;
    const returnAt = Math.max(isTooLate ? 0 : this.nextAt, now + EARLIEST_MS);
    this.nextAt = returnAt + 1_000 / RETURNS_PER_SECOND;
    return Math.max(1, Math.floor((returnAt - now) / 1_000));
  }
}

/** Retry times of this process. */
export const retryTimes = new RetryTimes();
