import { backOff } from '../../common/clock.js';
import { failpoint } from '../../common/failpoint.js';
import { parseTraceparent, runTraced } from '../../common/tracing/tracing.js';
import { Unavailable } from '../../common/unavailable.js';
import { DamagedStream } from '../../event-log/event-log.js';
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

/**
 * Outcome of a failed attempt. `waits`: a record needs a key or a newer build, so that the job
 * waits for it without limit.
 */
export type FailureOutcome = 'retried' | 'waits' | 'failed';
/** Called after each failed attempt. */
export type OnJobFailure = (job: Job, error: unknown, outcome: FailureOutcome) => void;

/**
 * About ten minutes of retries. An attempt whose worker crashed counts, so a job that crashes
 * every worker ends too.
 */
export const MAX_ATTEMPTS = 25;
/** Mean pause of a job whose record cannot be read until a key or a newer build is there. */
const WAIT_FOR_RECORD_MS = 5 * 60 * 1_000;
const WAIT_FOR_RECORD_BACKOFF_MS = { first: WAIT_FOR_RECORD_MS, longest: WAIT_FOR_RECORD_MS };
/** Jobs that one worker runs at the same time, so that a slow service does not block the others. */
export const MAX_CONCURRENT_JOBS = 8;
const SECOND_MS = 1_000;
export const DAY_MS = 24 * 60 * 60 * SECOND_MS;
export const FAILED_JOB_RETENTION_MS = 30 * DAY_MS;
/** Pauses before a retry, as `backOff` spreads them. */
const RETRY_BACKOFF_MS = { first: SECOND_MS, longest: 30 * SECOND_MS };

/**
 * Runs a job once. Returns undefined on success, else the error and the milliseconds until the
 * retry. `pauseMs` is undefined after the last attempt. An attempt is not counted if its job waits.
 */
export async function runAttempt(
  job: Job,
  handler: (job: Job) => Promise<void>,
  onFailure: OnJobFailure,
) {
  try {
    await failpoint('after-dequeue', job.name);
    const parent = parseTraceparent(job.data['traceparent']);
    await runTraced(`job ${job.name}`, parent && { parent }, () => handler(job));
    await failpoint('after-send', job.name);
    return undefined;
  } catch (error) {
    const outcome = outcomeOf(job, error);
    onFailure(job, error, outcome);
    if (outcome === 'failed') return { error };
    if (outcome === 'waits')
      return { error, pauseMs: backOff(0, WAIT_FOR_RECORD_BACKOFF_MS), isCounted: false };
    const pauseMs = Math.max(
      backOff(job.attempt - 1, RETRY_BACKOFF_MS),
      error instanceof Delayed ? error.milliseconds : 0,
    );
    return { error, pauseMs, isCounted: true };
  }
}

function outcomeOf({ attempt }: Job, error: unknown): FailureOutcome {
  if (error instanceof DamagedStream && error.isTemporary) return 'waits';
  return error instanceof Unrecoverable || attempt >= MAX_ATTEMPTS ? 'failed' : 'retried';
}
