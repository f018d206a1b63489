import { failpoint } from '../../common/failpoints.js';
import { Unavailable } from '../../common/unavailable.js';
import type { Job } from './job-queue.js';

/** One attempt. Before and after the handler a worker may be killed, and leave the job to be done again. */
export async function attempt(job: Job, handler: (job: Job) => Promise<void>): Promise<void> {
  if (failpoint) await failpoint('after-dequeue', job.name);
  await handler(job);
  if (failpoint) await failpoint('after-send', job.name);
}

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

const mostAttempts = 5;
/** What is out of reach comes back, and is waited for: some nine minutes in all. */
export const mostWhileAway = 20;
/**
 * A worker that is killed is no failure of what it was doing: such a job is taken again, so often that only one that brings
 * down every worker by itself ever comes to the end of it.
 */
export const mostCrashes = 25;
const second = 1_000;
const longestPause = 30 * second;

/** Whether a job that has failed is tried no more: after 5 times, or 20 where something is out of reach. */
export const isLastAttempt = (attempt: number, error: unknown): boolean =>
  error instanceof Unrecoverable || attempt >= (error instanceof Unavailable ? mostWhileAway : mostAttempts);

/** How long a job waits that failed at this attempt: 1 s doubling up to half a minute, or what it was asked to. In milliseconds. */
export const pauseAfter = (attempt: number, error?: unknown): number =>
  Math.max(Math.min(second * 2 ** (attempt - 1), longestPause), error instanceof Delayed ? error.milliseconds : 0);
