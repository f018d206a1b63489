import { Clock } from '#platform/common/clock.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import { Logger } from '#platform/process/logger.js';
import { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { removeHeldFile } from '../files/remove-file.js';

const ROUND_INTERVAL_MS = 60 * 60_000;

/**
 * Destroys keys and files of erased records whose hold (`ERASURE_HOLD_DAYS`) is over, also if the
 * setting is 0 now.
 */
@Injectable()
export class DueErasures {
  constructor(
    private readonly keys: KeyStore,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this;
    while (!signal.aborted) {
      try {
        await this.destroyDue();
      } catch (err) {
        logger.warn({ err }, 'erasures that are due cannot be finished now'); // The next round retries.
      }
      await clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  async destroyDue(): Promise<void> {
    const { keys, files, records } = this;
    const now = this.clock.now();
    await keys.destroyDue(now);
    for (const { key, until } of await records.findHeld())
      if (until <= now) await removeHeldFile({ files, records }, key);
  }
}
