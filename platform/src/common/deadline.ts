import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of the work, or the error once so many milliseconds have passed. The work goes on, and
 * its result is ignored.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  const over = new AbortController();
  const end = wait(milliseconds, undefined, { signal: over.signal }).then(() =>
    Promise.reject(late()),
  );
  return Promise.race([work, end]).finally(() => over.abort());
}

/**
 * Resolves with the work's result, or with `instead` as soon as the signal is aborted. The listener
 * is removed afterwards. A race against one long-lived promise would keep every result in memory.
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  instead: Result,
): Promise<Result> {
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
