import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSampleData } from '../sample-data.js';
import { runNpmStart } from '../npm-start.js';
import { type Row, median, row } from '../table.js';

const STARTS = 5;

/** Daily start: `npm start` on existing data, until the list of leads is answered. */
export async function benchSecondStart({
  leads,
  print,
}: {
  readonly leads: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const { dataDir, organizations } = await prepareSampleData({
    organizations: 1,
    leadsEach: leads,
    print,
  });
  const times: number[] = [];
  // An uncounted start loads the files into the system's cache.
  for (let start = -1; start < STARTS; start++) {
    const server = await runNpmStart(process.cwd(), dataDir);
    const seconds = await server.waitForAnswer('/api/leads', organizations[0]!.admin.cookie);
    await server.end();
    if (start >= 0) times.push(seconds);
  }
  // Deletes the views, as if an upgrade had changed each: the whole log is read again.
  for (const file of ['views.sqlite', 'views.sqlite-wal'])
    rmSync(join(dataDir, file), { force: true });
  const rebuilding = await runNpmStart(process.cwd(), dataDir);
  const listening = await rebuilding.waitForAnswer('/healthz');
  await rebuilding.waitForAnswer('/api/leads', organizations[0]!.admin.cookie);
  await rebuilding.end();
  return [
    row(
      'second-start',
      `npm start to the first list, ${leads} leads, median of ${STARTS}`,
      median(times),
      's',
      {
        atMost: 1.5,
        spread: [Math.min(...times), Math.max(...times)],
      },
    ),
    row(
      'second-start',
      `npm start until it listens, all views of ${leads} leads to be made again`,
      listening,
      's',
      { atMost: 2 },
    ),
  ];
}
