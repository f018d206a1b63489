import { Unavailable } from '../unavailable.js';

/** Thrown by a job whose being tried again cannot help: it has failed at once, and stays to be seen. */
export class Hopeless extends Error {}

/** Thrown by a job that somebody asked to come again, but not before. */
export class NotBefore extends Unavailable {
  constructor(
    words: string,
    readonly milliseconds: number,
  ) {
    super(words);
  }
}

export const mostAttempts = 5;
/**
 * A worker that is killed is no failure of what it was doing: such a job is taken again, so often that only one that brings
 * down every worker by itself ever comes to the end of it.
 */
export const mostCrashes = 25;
const second = 1_000;

/** Whether a job that has failed is tried no more: 5 times in all. */
export const isLastAttempt = (attempt: number, error: unknown): boolean => error instanceof Hopeless || attempt >= mostAttempts;

/** How long a job waits that failed at this attempt: 1 s doubling, or what it was asked to. In milliseconds. */
export const pauseAfter = (attempt: number, error: unknown): number =>
  Math.max(second * 2 ** (attempt - 1), error instanceof NotBefore ? error.milliseconds : 0);
