import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type SyncTimes, percentile, rounded } from './table.js';

const INTERVAL_MS = 100;

/**
 * Durations of disk syncs of 4 kB, ten times a second until ended. Every command waits for one, so
 * a stalling disk explains slow commands.
 */
export function measureSyncs(): { end: () => Promise<SyncTimes> } {
  const times: number[] = [];
  let isEnded = false;
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-sync-'));
  const measuring = (async () => {
    const file = await open(join(folder, 'file'), 'w');
    const page = Buffer.alloc(4096, 1);
    do {
      const since = performance.now();
      await file.write(page, 0, page.length, 0);
      await file.datasync();
      times.push(performance.now() - since);
      await pause(INTERVAL_MS);
    } while (!isEnded);
    await file.close();
    rmSync(folder, { recursive: true });
  })();
  return {
    end: async () => {
      isEnded = true;
      await measuring;
      return {
        p50: rounded(percentile(times, 50)),
        p99: rounded(percentile(times, 99)),
        slowest: rounded(Math.max(...times)),
      };
    },
  };
}
