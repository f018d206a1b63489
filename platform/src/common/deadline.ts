/** Rejects with `createError()` if the work takes longer. The work itself continues. */
export async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  createError: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Resolves with `instead` as soon as the signal aborts. Removes its listener afterwards, because
 * racing against a long-lived promise would leak every result.
 */
export async function raceWithAbort<Result>(
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
