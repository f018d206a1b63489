import { type Clock, backOff, systemClock } from './clock.js';

type RetryOptions = {
  /** Ends the retries. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each failure and its number in a row, from 1. Ends the retries by throwing. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly clock?: Pick<Clock, 'pause'>;
  /** Limits of the pauses in milliseconds. */
  readonly backOff?: { readonly first?: number; readonly longest?: number };
};
/** A step calls `resetBackOff` when it works again, so that the next pause is short. */
type Step<Result> = (resetBackOff: () => void) => Promise<Result>;

/**
 * Repeats a step until it succeeds, with growing pauses.
 * @throws the last error if the signal aborts
 */
export async function retry<Result>(
  step: Step<Result>,
  { signal, onFailure, clock = systemClock, backOff: limits }: RetryOptions,
): Promise<Result> {
  let failures = 0;
  for (;;) {
    try {
      return await step(() => (failures = 0));
    } catch (error) {
      if (signal?.aborted) throw error;
      onFailure(error, ++failures);
      await clock.pause(backOff(failures - 1, limits), signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Runs a step again whenever it ends or fails. Resolves when the signal aborts. */
export async function keepRunning(
  step: Step<void>,
  { signal, ...options }: RetryOptions & { readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted)
    await retry(step, { signal, ...options }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
