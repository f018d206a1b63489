import { setTimeout as later } from 'node:timers/promises';

type Options = {
  readonly milliseconds?: number;
  readonly every?: number;
  /** What cannot come right by waiting. */
  readonly giveUpOn?: new (message: string) => Error;
};

/** Looks again and again until there is something; specs wait for what they want, never for time. @throws Error naming what did not come */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  { milliseconds = 15_000, every = 20, giveUpOn }: Options = {},
): Promise<Found> {
  const end = Date.now() + milliseconds;
  for (let failure: unknown; ; await later(every)) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      if (giveUpOn && error instanceof giveUpOn) throw error;
      failure = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms in vain: ${what}`, { cause: failure });
  }
}
