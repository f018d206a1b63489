import { isUsed } from '#domain/kernel/files/files.js';
import { Clock } from '#platform/common/clock.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords, FILE_EXPIRY_DAYS } from '#platform/files/file-records.js';
import { Logger } from '#platform/process/logger.js';
import { Injectable } from '@nestjs/common';
import { removeFile } from './remove-file.js';

const ROUND_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes unreferenced files sixty days after their upload or last publication. Due files are
 * listed in the secrets, not the job queue, so neither uploads nor removals need a queue.
 */
@Injectable()
export class FileSweep {
  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { records, clock, logger } = this;
    while (!signal.aborted) {
      try {
        const today = clock.now().slice(0, 10);
        const from =
          (await records.readSweepCursor()) ??
          new Date(Date.parse(today) - FILE_EXPIRY_DAYS * DAY_MS).toISOString().slice(0, 10);
        for (
          let dueDay = from;
          dueDay <= today && !signal.aborted;
          dueDay = new Date(Date.parse(dueDay) + DAY_MS).toISOString().slice(0, 10)
        )
          await this.sweepDay(dueDay);
      } catch (err) {
        logger.warn({ err }, 'expired files cannot be removed now'); // The next round retries.
      }
      await clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  private async sweepDay(dueDay: string): Promise<void> {
    const { files, records } = this;
    for (const key of await records.findDue(dueDay)) {
      const record = await records.find(key);
      if (!record || !isUsed(record)) await removeFile({ files, records }, key);
      await records.settleExpiry(key, dueDay);
    }
    await records.saveSweepCursor(dueDay);
  }
}
