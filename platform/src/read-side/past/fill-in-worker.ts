import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../common/unavailable.js';
import type { PastProgress, PastRange } from './past-filling.js';

export type LogFiles = { readonly log: string; readonly keys: string };
export type FillingInput = {
  readonly files: LogFiles & { readonly store: string };
  /** Names of the projections. */
  readonly views: readonly string[];
  readonly range: PastRange;
};
/** Message that stops a worker after the part of the log that it reads. */
export const STOP_FILLING = 'stop';

/** Limits of the thread. A large young generation halves the time of garbage collections. */
const MEMORY = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 1_024 } as const;

/**
 * Fills a store in a worker thread, which ends when the store is filled or `signal` is aborted.
 * @param entry module that calls `fillInThisWorker`
 * @throws Unavailable if the worker fails
 */
export function fillInWorker(
  entry: URL,
  workerData: FillingInput,
  signal: AbortSignal,
  onProgress: (progress: PastProgress) => void,
): Promise<void> {
  const worker = new Worker(entry, { workerData, resourceLimits: MEMORY });
  // Not terminated: ending a thread inside SQLite kills the process.
  const stop = () => worker.postMessage(STOP_FILLING);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', onProgress);
  return new Promise<void>((resolve, reject) => {
    worker.once('error', (cause) =>
      reject(new Unavailable('The worker that reads past days has ended', { cause })),
    );
    worker.once('exit', () => resolve());
  }).finally(() => signal.removeEventListener('abort', stop));
}
