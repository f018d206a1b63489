import { setTimeout as wait } from 'node:timers/promises';

/** The result of the work, or the error once so many milliseconds have passed. The work goes on, and its result is ignored. */
export async function withDeadline<Result>(work: Promise<Result>, milliseconds: number, late: () => Error): Promise<Result> {
  const over = new AbortController();
  const end = wait(milliseconds, undefined, { signal: over.signal }).then(() => Promise.reject(late()));
  return Promise.race([work, end]).finally(() => over.abort());
}

/**
 * What the work comes to, or something else as soon as the signal is given. Afterwards the signal holds nothing of it: a race against one
 * promise that outlives it would keep each result for as long.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal, instead: Result): Promise<Result> {
  if (signal.aborted) return instead;
  let abort!: () => void;
  const aborted = new Promise<Result>((resolve) => (abort = () => resolve(instead)));
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
