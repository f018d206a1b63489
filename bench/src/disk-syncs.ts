import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type SyncTimes, percentile, rounded } from './table.js';

const every = 100;

/**
 * How long 4 kB take to be on the disk, ten times a second until it is ended. Every command waits
 * for one: where the disk of the machine stands still for half a second now and then, so does the
 * slowest command.
 */
export function measureSyncs(): { end: () => Promise<SyncTimes> } {
  const times: number[] = [];
  let isEnded = false;
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-sync-'));
  const timed = (async () => {
    const file = await open(join(folder, 'file'), 'w');
    const page = Buffer.alloc(4096, 1);
    do {
      const since = performance.now();
      await file.write(page, 0, page.length, 0);
      await file.datasync();
      times.push(performance.now() - since);
      await pause(every);
    } while (!isEnded);
    await file.close();
    rmSync(folder, { recursive: true });
  })();
  return {
    end: async () => {
      isEnded = true;
      await timed;
      return {
        p50: rounded(percentile(times, 50)),
        p99: rounded(percentile(times, 99)),
        slowest: rounded(Math.max(...times)),
      };
    },
  };
}
