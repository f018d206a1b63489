import { failpoint } from '../../common/failpoint.js';
import { parseTraceparent, runTraced } from '../../common/tracing/tracing.js';
import { Unavailable } from '../../common/unavailable.js';
import type { Job } from './job-queue.js';

/** Thrown by a job that no retry can help. The job fails at once and stays visible to operators. */
export class Unrecoverable extends Error {}

/** Thrown by a job that must not be retried before `milliseconds` have passed. */
export class Delayed extends Unavailable {
  constructor(
    message: string,
    readonly milliseconds: number,
  ) {
    super(message);
  }
}

/** Called after each failed attempt; `last` says that no retry follows. */
export type JobFailed = (job: Job, error: unknown, last: boolean) => void;

/**
 * About ten minutes of retries. An attempt whose worker crashed counts, so a job that crashes
 * every worker ends too.
 */
export const MAX_ATTEMPTS = 25;
/** Jobs that one worker runs at the same time, so that a slow service does not block the others. */
export const MAX_CONCURRENT_JOBS = 8;
const SECOND_MS = 1_000;
export const DAY_MS = 24 * 60 * 60 * SECOND_MS;
export const FAILED_JOB_RETENTION_MS = 30 * DAY_MS;
const MAX_PAUSE_MS = 30 * SECOND_MS;

/**
 * Runs a job once. Returns undefined on success, else the error and the milliseconds until the
 * retry. `pauseMs` is undefined after the last attempt.
 */
export async function runAttempt(
  job: Job,
  handler: (job: Job) => Promise<void>,
  failed: JobFailed,
) {
  try {
    await failpoint('after-dequeue', job.name);
    const parent = parseTraceparent(job.data['traceparent']);
    await runTraced(`job ${job.name}`, parent && { parent }, () => handler(job));
    await failpoint('after-send', job.name);
    return undefined;
  } catch (error) {
    const last = error instanceof Unrecoverable || job.attempt >= MAX_ATTEMPTS;
    failed(job, error, last);
    const pauseMs = Math.max(
      Math.min(SECOND_MS * 2 ** (job.attempt - 1), MAX_PAUSE_MS),
      error instanceof Delayed ? error.milliseconds : 0,
    );
    return { error, pauseMs: last ? undefined : pauseMs };
  }
}
