import { Clock } from '#platform/common/clock.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import { Logger } from '#platform/process/logger.js';
import { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { removeHeldFile } from '../files/remove-file.js';

const betweenRounds = 60 * 60_000;

/**
 * Destroys keys and files of erased records that were held (`ERASURE_HOLD_DAYS`) and are due. Also
 * where the hold is 0 by now.
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

  /** Resolves when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this;
    while (!signal.aborted) {
      try {
        await this.destroyDue();
      } catch (err) {
        logger.warn({ err }, 'erasures that are due cannot be finished now'); // Tried again with the next round.
      }
      await clock.pause(betweenRounds, signal);
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
