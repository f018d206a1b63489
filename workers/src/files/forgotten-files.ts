import type { Clock } from '#platform/common/clock.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecords, daysUntilForgotten } from '#platform/files/file-records.js';
import { removeFile } from './remove-file.js';

type Parts = {
  readonly files: FileStore;
  readonly records: FileRecords;
  readonly clock: Clock;
  /** Tried again with the next round. */
  readonly onTrouble: (error: unknown) => void;
};

const betweenRounds = 60 * 60_000;
const day = 24 * 60 * 60_000;

/**
 * Takes away, sixty days after its upload or after it was last shown, each file that nothing refers to. Which they are stands beside the files' records
 * and not in the queue, so that neither an upload nor its forgetting needs one. Resolves when the signal is aborted.
 */
export async function forgetFiles({ files, records, clock, onTrouble }: Parts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const today = clock.now().slice(0, 10);
      const from = (await records.forgottenUntil()) ?? new Date(Date.parse(today) - daysUntilForgotten * day).toISOString().slice(0, 10);
      for (let on = from; on <= today && !signal.aborted; on = new Date(Date.parse(on) + day).toISOString().slice(0, 10)) await forget(on);
    } catch (error) {
      onTrouble(error);
    }
    await clock.pause(betweenRounds, signal);
  }

  async function forget(on: string): Promise<void> {
    for (const key of await records.toBeForgotten(on)) {
      const { leadId, usedBy, publishedTo } = (await records.find(key)) ?? {};
      if ((leadId ?? usedBy ?? publishedTo) === undefined) await removeFile({ files, records }, key);
      await records.isForgotten(key, on);
    }
    await records.allForgotten(on);
  }
}
