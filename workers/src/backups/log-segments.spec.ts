import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { folders } from '#platform/testing/folders.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync, renameSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogManifest, backUpLog, restoreLog } from './log-segments.js';

const createFolder = folders();
const PAGE_BYTES = 4_096;
/** Events that fill several pages of the file. */
const events = recorded(
  ...Array.from({ length: 60 }, (_, index) => {
    const data = { text: `event-${index}. ${'long '.repeat(100)}` };
    return [`lead-org_${index % 6}`, { type: 'Noted', data }] as const;
  }),
);
const readEventsIn = async (path: string) => {
  const log = EventLogOnSqlite.open(path, 'readonly');
  const read = await log.readAll(BEFORE_ALL, 100).finally(() => log.close());
  return read.map(({ stream, revision, data, damage }) =>
    damage === undefined ? { stream, revision, data } : { stream, revision, damage },
  );
};
const contents = events.map(({ stream, revision, data }) => ({ stream, revision, data }));

/** Makes two backups of a growing log. The second links the segment of the first. */
async function backUpTwice(beforeSecond: (first: string) => void = () => {}) {
  const [first, second] = [join(createFolder(), 'log'), join(createFolder(), 'log')];
  const printed: string[] = [];
  const growingLog: RecordedEvent[] = events.slice(0, 20);
  const log = new EventLogInMemory(growingLog);
  const options = { keepsPositions: false, print: (line: string) => printed.push(line) };
  const progress = () => {};
  const earlier = await backUpLog(log, first, { ...options, progress, earlier: undefined });
  growingLog.push(...events.slice(20));
  beforeSecond(first);
  const manifest = await backUpLog(log, second, {
    ...options,
    progress,
    earlier: { folder: first, manifest: earlier, events: 20 },
  });
  return { second, manifest, printed };
}

/** Overwrites the page of a file that contains the text. */
function damage(path: string, text: string): void {
  const bytes = readFileSync(path);
  const start = Math.floor(bytes.indexOf(text) / PAGE_BYTES) * PAGE_BYTES;
  expect(start).toBeGreaterThan(0);
  writeFileSync(path, bytes.fill(0xff, start, start + PAGE_BYTES));
}

async function restore(second: string, manifest: LogManifest) {
  const target = join(createFolder(), 'log.sqlite');
  const complaints = await restoreLog(second, manifest, target);
  return { complaints, events: await readEventsIn(target) };
}

test('segments are put together into the whole log', async () => {
  const { second, manifest, printed } = await backUpTwice();
  expect(manifest.segments).toHaveLength(2);
  expect([await restore(second, manifest), printed]).toEqual([
    { complaints: [], events: contents },
    [],
  ]);
});

test('a damaged page of a later segment loses only its own events, and is reported', async () => {
  const { second, manifest } = await backUpTwice();
  damage(join(second, '0002.sqlite'), 'event-40.');
  const result = await restore(second, manifest);
  expect(result.complaints).toEqual([
    expect.stringContaining('0002.sqlite was changed'),
    expect.stringContaining('its readable events are restored'),
  ]);
  expect(result.events).toHaveLength(60);
  const lost = result.events.filter((event) => 'damage' in event);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length).toBeLessThan(10);
  expect(result.events.map(({ stream, revision }) => [stream, revision])).toEqual(
    contents.map(({ stream, revision }) => [stream, revision]),
  );
});

test('a segment of the earlier backup that cannot be read is copied anew', async () => {
  const { second, manifest, printed } = await backUpTwice((first) => {
    renameSync(join(first, '0001.sqlite'), join(first, 'elsewhere'));
    mkdirSync(join(first, '0001.sqlite'));
  });
  expect(printed).toEqual([expect.stringContaining('The log is copied whole')]);
  expect(readdirSync(second)).toEqual(['0001.sqlite']);
  expect(await restore(second, manifest)).toEqual({ complaints: [], events: contents });
});
