import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../common/unavailable.js';

type Waiting = {
  /** Shown to people: no secrets. */
  readonly what: string;
  readonly seconds: number;
  readonly say: (line: string) => void;
};

const between = 500;
const triesBetweenWords = 10;

/**
 * Opens what another machine may only just be starting. What is wrong for good is thrown at once.
 * @throws Unavailable if it was out of reach for all that time
 */
export async function retryWhileUnavailable<Opened>(
  open: () => Promise<Opened>,
  { what, seconds, say }: Waiting,
): Promise<Opened> {
  const until = performance.now() + seconds * 1_000;
  for (let tries = 0; ; tries++) {
    try {
      const opened = await open();
      if (tries > 0) say(`${what} answers`);
      return opened;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (performance.now() >= until)
        throw new Unavailable(`${what} did not answer within ${seconds} s: ${error.message}`, {
          cause: error,
        });
      if (tries % triesBetweenWords === 0) say(`Waiting for ${what}: ${error.message}`);
      await pause(between);
    }
  }
}
