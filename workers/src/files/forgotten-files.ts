import { isReferredTo } from '#domain/kernel/files.js';
import { Clock } from '#platform/common/clock.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords, FILE_EXPIRY_DAYS } from '#platform/files/file-records.js';
import { Logger } from '#platform/process/logger.js';
import { Injectable } from '@nestjs/common';
import { removeFile } from './remove-file.js';

const betweenRounds = 60 * 60_000;
const day = 24 * 60 * 60_000;

/**
 * Takes away, sixty days after its upload or after it was last shown, each file that nothing refers
 * to. Which they are stands beside the files' records and not in the queue, so that neither an
 * upload nor its forgetting needs one.
 */
@Injectable()
export class ForgottenFiles {
  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { records, clock, logger } = this;
    while (!signal.aborted) {
      try {
        const today = clock.now().slice(0, 10);
        const from =
          (await records.sweepCursor()) ??
          new Date(Date.parse(today) - FILE_EXPIRY_DAYS * day).toISOString().slice(0, 10);
        for (
          let on = from;
          on <= today && !signal.aborted;
          on = new Date(Date.parse(on) + day).toISOString().slice(0, 10)
        )
          await this.forget(on);
      } catch (err) {
        logger.warn({ err }, 'files cannot be forgotten now'); // Tried again with the next round.
      }
      await clock.pause(betweenRounds, signal);
    }
  }

  private async forget(on: string): Promise<void> {
    const { files, records } = this;
    for (const key of await records.dueOn(on)) {
      const record = await records.find(key);
      if (!record || !isReferredTo(record)) await removeFile({ files, records }, key);
      await records.settleExpiry(key, on);
    }
    await records.saveSweepCursor(on);
  }
}
