import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../common/unavailable.js';

type RetryOptions = {
  /** Name shown to people, without secrets. */
  readonly what: string;
  readonly seconds: number;
  readonly print: (line: string) => void;
};

const RETRY_INTERVAL_MS = 500;
const TRIES_PER_MESSAGE = 10;

/**
 * Opens a server that another machine may be starting. Lasting errors are thrown at once.
 * @throws Unavailable if it was unavailable all the time
 */
export async function retryWhileUnavailable<Opened>(
  open: () => Promise<Opened>,
  { what, seconds, print }: RetryOptions,
): Promise<Opened> {
  const giveUpAt = performance.now() + seconds * 1_000;
  for (let tries = 0; ; tries++) {
    try {
      const opened = await open();
      if (tries > 0) print(`${what} answers`);
      return opened;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (performance.now() >= giveUpAt)
        throw new Unavailable(`${what} did not answer within ${seconds} s: ${error.message}`, {
          cause: error,
        });
      if (tries % TRIES_PER_MESSAGE === 0) print(`Waiting for ${what}: ${error.message}`);
      await pause(RETRY_INTERVAL_MS);
    }
  }
}
