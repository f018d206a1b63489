import { Clock } from '#platform/common/clock.js';
import { Notary } from '#platform/notary/notary.js';
import { NotaryStopped } from '#platform/notary/stopping.js';
import { Logger } from '#platform/process/logger.js';
import { Injectable } from '@nestjs/common';

const ROUND_INTERVAL_MS = 60 * 60_000;
const MIN_PAUSE_MS = 60_000;
/** Delay of the first round, because a start has other work. */
const FIRST_ROUND_MS = 30_000;
/** Pause after each batch, as a multiple of its work: a tenth of a processor at most. */
const PAUSE_FACTOR = 9;

/** Signs and checks the log every hour. Of several processes one signs. */
@Injectable()
export class NotaryRounds {
  constructor(
    private readonly notary: Notary,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { notary, clock, logger } = this;
    const pace = async (milliseconds: number) => {
      await clock.pause(milliseconds * PAUSE_FACTOR, signal);
      signal.throwIfAborted();
    };
    await clock.pause(FIRST_ROUND_MS, signal);
    while (!signal.aborted) {
      const begin = Date.parse(clock.now());
      await notary.round(pace).catch((err: unknown) => {
        if (!signal.aborted && !(err instanceof NotaryStopped))
          logger.warn({ err }, 'the log cannot be signed now');
      });
      // The check of a large log takes minutes, which do not delay the next one.
      const elapsed = Date.parse(clock.now()) - begin;
      await clock.pause(Math.max(MIN_PAUSE_MS, ROUND_INTERVAL_MS - elapsed), signal);
    }
  }
}
