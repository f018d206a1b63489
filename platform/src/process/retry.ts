import { retry } from '../common/retry.js';
import { Unavailable } from '../common/unavailable.js';

type RetryOptions = {
  /** Name shown to people, without secrets. */
  readonly part: string;
  readonly seconds: number;
  readonly print: (line: string) => void;
};

const RETRY_INTERVAL_MS = 500;
const TRIES_PER_MESSAGE = 10;

/**
 * Opens a server that another machine may be starting. Errors that no retry can cure are thrown at
 * once.
 * @throws Unavailable if it was unavailable all the time
 */
export async function retryWhileUnavailable<Opened>(
  open: () => Promise<Opened>,
  { part, seconds, print }: RetryOptions,
): Promise<Opened> {
  const giveUpAt = performance.now() + seconds * 1_000;
  let hasFailed = false;
  const opened = await retry(open, {
    backOff: { first: RETRY_INTERVAL_MS, longest: RETRY_INTERVAL_MS },
    onFailure: (error, failures) => {
      if (!(error instanceof Unavailable)) throw error;
      if (performance.now() >= giveUpAt)
        throw new Unavailable(`${part} did not answer within ${seconds} s: ${error.message}`, {
          cause: error,
        });
      hasFailed = true;
      if (failures % TRIES_PER_MESSAGE === 1) print(`Waiting for ${part}: ${error.message}`);
    },
  });
  if (hasFailed) print(`${part} answers`);
  return opened;
}
