import type { ReadStore } from '../read-store/read-store.js';

/** Does the work for as long as the lease is held: its signal is aborted with the other, or when the lease is lost. */
export async function whileLeased(
  {
    store,
    holder,
    milliseconds,
    signal,
  }: { readonly store: ReadStore; readonly holder: string; readonly milliseconds: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const leave = () => lost.abort();
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const renewing = setInterval(() => {
    store.lease(holder, milliseconds).then((lease) => lease ?? leave(), leave);
  }, milliseconds / 3).unref();
  try {
    await work(lost.signal);
  } finally {
    clearInterval(renewing);
    signal.removeEventListener('abort', leave);
  }
}
