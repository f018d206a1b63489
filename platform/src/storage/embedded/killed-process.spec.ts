import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { BEFORE_ALL } from '../../event-log/event-log.js';
import { folders } from '../../testing/folders.js';
import { lockDataFolder } from './data-folder.js';

const createFolder = folders();
const testing = join(import.meta.dirname, '..', '..', 'testing');

const LAST_ROUND = 4;
/** The last process is killed during a checkpoint of the write-ahead log. */
const APPENDS_UNTIL_CHECKPOINT = 3_000;

/**
 * Runs a process until it has acknowledged the given number of appends, and kills it.
 * @returns the names of all acknowledged appends
 */
async function runAndKill(
  dataFolder: string,
  round: number,
  appends: number,
  beforeKill: () => void,
): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      join(testing, 'register-typescript.mjs'),
      join(testing, 'processes/appending-process.ts'),
      dataFolder,
      String(round),
    ],
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = new Promise((resolve) => child.on('close', resolve));
  let output = '';
  let isKilled = false;
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk;
    if (isKilled || output.split('\n').length <= appends) continue;
    beforeKill();
    child.kill('SIGKILL');
    isKilled = true;
  }
  await closed;
  return output.split('\n').slice(0, -1);
}

test('after kill -9 the folder is free, and all acknowledged data are stored once', async () => {
  const dataFolder = createFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round <= LAST_ROUND; round++) {
    const appends =
      round === LAST_ROUND ? APPENDS_UNTIL_CHECKPOINT : 30 + Math.floor(Math.random() * 300);
    const expectLocked = () =>
      expect(() => lockDataFolder(dataFolder)).toThrow(
        `another Fieldtrace already runs on ${dataFolder}`,
      );
    acknowledged.push(...(await runAndKill(dataFolder, round, appends, expectLocked)));

    const { release } = lockDataFolder(dataFolder);
    const log = EventLogOnSqlite.open(join(dataFolder, 'log.sqlite'));
    const eventCounts = new Map<string, number>();
    for (const { stream, revision, metadata } of await log.readAll(BEFORE_ALL, 1_000_000)) {
      expect(metadata.eventId).toBe(`${stream.replace('stream-', '')}-${revision + 1}`);
      eventCounts.set(stream, (eventCounts.get(stream) ?? 0) + 1);
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((name) => eventCounts.get(`stream-${name}`) !== 2)).toEqual([]);
    expect([...eventCounts.values()].every((count) => count === 2)).toBe(true);
    await log.close();
    release();
  }
});
