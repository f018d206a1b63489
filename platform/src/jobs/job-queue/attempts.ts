import { failpoint } from '../../common/failpoint.js';
import { Unavailable } from '../../common/unavailable.js';
import type { Job } from './job-queue.js';

/** Thrown by a job that no retry can help: it has failed at once, and stays to be seen. */
export class Unrecoverable extends Error {}

/** Thrown by a job that must not be tried again before so many milliseconds. */
export class Delayed extends Unavailable {
  constructor(
    words: string,
    readonly milliseconds: number,
  ) {
    super(words);
  }
}

/** Called with each attempt that failed, and whether it was the last. */
export type JobFailed = (job: Job, error: unknown, last: boolean) => void;

/**
 * Some eleven minutes of trying, so that what is out of reach has time to come back. One that its
 * worker did not survive counts too: only a job that brings down every worker by itself ever comes
 * to the end of them that way.
 */
export const mostAttempts = 25;
/**
 * Most jobs that run at once. Several, so that a job waiting for a slow service does not block the
 * others.
 */
export const mostAtOnce = 8;
const second = 1_000;
export const day = 24 * 60 * 60 * second;
export const failedJobsStay = 30 * day;
const longestPause = 30 * second;

/**
 * Runs a job once. Returns undefined on success, else the error with the milliseconds until the
 * next attempt; `pause` is undefined after the last. A worker killed before or after the handler
 * leaves the job to be run again.
 */
export async function attempt(job: Job, handler: (job: Job) => Promise<void>, failed: JobFailed) {
  try {
    await failpoint('after-dequeue', job.name);
    await handler(job);
    await failpoint('after-send', job.name);
    return undefined;
  } catch (error) {
    const last = error instanceof Unrecoverable || job.attempt >= mostAttempts;
    failed(job, error, last);
    const pause = Math.max(
      Math.min(second * 2 ** (job.attempt - 1), longestPause),
      error instanceof Delayed ? error.milliseconds : 0,
    );
    return { error, pause: last ? undefined : pause };
  }
}
