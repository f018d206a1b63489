import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import type { Pace } from '#platform/common/pace.js';
import { PacedWorker } from '#platform/common/paced-worker.js';
import type { Findings, SearchMisfits } from '#platform/notary/checks/findings.js';
import type { FilesSearch } from '#platform/notary/checks/search-files.js';
import { Notary } from '#platform/notary/notary.js';
import { NotaryStopped } from '#platform/notary/stop-switch.js';
import { Logger } from '#platform/process/logger.js';
import { embeddedFiles } from '#platform/process/open-parts.js';
import { Injectable } from '@nestjs/common';

const ROUND_INTERVAL_MS = 60 * 60_000;
const MIN_PAUSE_MS = 60_000;
/** Delay of the first round, because a start has other work. */
const FIRST_ROUND_MS = 30_000;
/** Pause after each batch, as a multiple of its work: a tenth of a processor at most. */
const PAUSE_FACTOR = 9;

/** Resolved by name, because the build bundles this module into another folder. */
const workerEntry = () => new URL(import.meta.resolve('#workers/log-check-worker.js'));

/** Signs and checks the log every hour. Of several processes one signs. */
@Injectable()
export class NotaryRounds {
  readonly worker = new PacedWorker<FilesSearch, Findings>(workerEntry);

  constructor(
    private readonly notary: Notary,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { notary, clock, logger } = this;
    const pace: Pace = async (milliseconds) => {
      await clock.pause(milliseconds * PAUSE_FACTOR, signal);
      signal.throwIfAborted();
    };
    await clock.pause(FIRST_ROUND_MS, signal);
    while (!signal.aborted) {
      const startedAtMs = Date.parse(clock.now());
      await notary.runRound(pace, this.createSearch()).catch((err: unknown) => {
        if (!signal.aborted && !(err instanceof NotaryStopped))
          logger.warn({ err }, 'the log cannot be signed now');
      });
      // The check of a large log takes minutes. That time is subtracted from the pause before the
      // next round.
      const elapsed = Date.parse(clock.now()) - startedAtMs;
      await clock.pause(Math.max(MIN_PAUSE_MS, ROUND_INTERVAL_MS - elapsed), signal);
    }
  }

  /** For embedded files: searches in a worker thread, because commands wait for the main thread. */
  private createSearch(): SearchMisfits | undefined {
    const files = embeddedFiles(this.config);
    if (!files) return undefined;
    return (input, pace) => this.worker.run({ files, input, now: this.clock.now() }, pace);
  }
}
