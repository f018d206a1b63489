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
