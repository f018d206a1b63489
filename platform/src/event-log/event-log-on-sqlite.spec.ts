import { Unavailable } from '../common/unavailable.js';
import { expect, test } from '@jest/globals';
import Database from 'libsql';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { folders } from '../testing/folders.js';
import { eventLogContract } from './event-log.contract.js';
import { EventLogOnSqlite, EVENT_LOG_SCHEMA } from './event-log-on-sqlite.js';
import { type Metadata, BEFORE_ALL, DamagedStream, NO_STREAM, readUndamaged } from './event-log.js';

const createFolder = folders();
const paths = new WeakMap<object, string>();

function open(path = join(createFolder(), 'log.sqlite')): EventLogOnSqlite {
  const log = EventLogOnSqlite.open(path);
  paths.set(log, path);
  return log;
}

const noted = (eventId: string, data: object = {}) => ({
  type: 'Noted',
  data,
  metadata: { eventId } as Metadata,
});

eventLogContract(open, async (log) => {
  await log.close();
  return open(paths.get(log));
});

test('a full disk stops writing with a clear message, loses nothing, and works again when there is space', async () => {
  const file = new SqliteFile(join(createFolder(), 'log.sqlite'), { schema: EVENT_LOG_SCHEMA });
  const log = new EventLogOnSqlite(file);
  const pages = file.reader<[number]>('PRAGMA page_count').first()![0];
  file.reader(`PRAGMA max_page_count = ${pages + 20}`).first();

  const acknowledged: string[] = [];
  let failure: unknown;
  while (!failure) {
    const ids = Array.from({ length: 5 }, (_, number) => `${acknowledged.length} ${number}`);
    const tries = await Promise.allSettled(
      ids.map((id) => log.append(`s-${id}`, NO_STREAM, [noted(id, { text: 'x'.repeat(900) })])),
    );
    for (const [index, outcome] of tries.entries()) {
      if (outcome.status === 'fulfilled') acknowledged.push(ids[index]!);
      else failure = outcome.reason;
    }
  }
  expect(failure).toBeInstanceOf(Unavailable);
  expect(failure).toHaveProperty('message', 'log.sqlite cannot be written: the disk is full');
  const readIds = async () =>
    (await log.readAll(BEFORE_ALL, 999)).map((event) => event.metadata.eventId);
  expect(await readIds()).toEqual(acknowledged);

  file.reader(`PRAGMA max_page_count = ${pages + 2_000}`).first();
  await log.append('s-after', NO_STREAM, [noted('after')]);
  expect(await readIds()).toEqual([...acknowledged, 'after']);
  await log.close();
});

test.each([
  ['data', '{"half"'],
  ['data', 'null'],
  ['metadata', 'null'],
  ['metadata', '[]'],
])(
  'events whose %s another program changed to %s damage only their own stream',
  async (part, text) => {
    const path = join(createFolder(), 'log.sqlite');
    const log = open(path);
    await log.append('a', NO_STREAM, [noted('1'), noted('2')]);
    await log.append('b', NO_STREAM, [noted('3')]);
    await log.close();
    const other = new Database(path);
    other.exec(`UPDATE events SET ${part} = '${text}' WHERE stream = 'a' AND revision = 1`);
    other.close();
    const damaged = open(path);
    await expect(damaged.read('a')).rejects.toThrow('a at 1 is no JSON');
    expect((await readUndamaged(damaged, 'a')).map(({ metadata }) => metadata.eventId)).toEqual([
      '1',
    ]);
    expect(await damaged.readAll(BEFORE_ALL, 9)).toMatchObject([
      { stream: 'a', type: 'Noted' },
      { stream: 'a', revision: 1, type: 'Damaged', damage: 'is no JSON' },
      { stream: 'b', type: 'Noted' },
    ]);
    await damaged.close();
  },
);

test('a damaged page hides only the events on it, and their streams are named', async () => {
  const path = join(createFolder(), 'log.sqlite');
  const log = open(path);
  for (let count = 0; count < 60; count++)
    await log.append(`s-${count}`, NO_STREAM, [noted(String(count), { text: 'x'.repeat(900) })]);
  await log.close();
  const bytes = readFileSync(path);
  const pageBytes = bytes.readUInt16BE(16);
  const index = bytes.indexOf('"eventId":"30"');
  const pageStart = index - (index % pageBytes);
  bytes.fill(0xff, pageStart, pageStart + 8);
  writeFileSync(path, bytes);
  const damaged = open(path);
  const events = await damaged.readAll(BEFORE_ALL, 99);
  expect(events.map(({ stream }) => stream)).toEqual(
    Array.from({ length: 60 }, (_, count) => `s-${count}`),
  );
  const hidden = events.filter(({ damage }) => damage === 'is in a damaged part of the file');
  expect(hidden.map(({ stream }) => stream)).toContain('s-30');
  expect(hidden.length).toBeLessThan(10);
  await expect(damaged.read('s-30')).rejects.toThrow(DamagedStream);
  expect(await damaged.read('s-50')).toHaveLength(1);
  await damaged.close();
});

test('data that JSON would change is refused before anything is written', async () => {
  const log = open();
  await expect(
    log.append('a', NO_STREAM, [noted('1'), noted('2', { amount: 1.5 })]),
  ).rejects.toThrow('the number 1.5 at .amount');
  expect(await log.readLastPosition()).toBe(BEFORE_ALL);
  await log.close();
});

test('of several appends with a conflict none is written', async () => {
  const log = open();
  await log.append('b', NO_STREAM, [noted('1')]);
  const both = ['a', 'b'].map((stream) => ({
    stream,
    expected: NO_STREAM,
    events: [noted(`new on ${stream}`)],
  }));
  await expect(log.appendAll(both)).rejects.toThrow('b is not at -1 any more');
  expect(await log.read('a')).toEqual([]);
  await log.close();
});

test('subscribers of a closed log get an error instead of waiting for ever', async () => {
  const log = open();
  const next = log
    .subscribe(BEFORE_ALL, new AbortController().signal)
    [Symbol.asyncIterator]()
    .next();
  await log.close();
  await expect(next).rejects.toThrow(Unavailable);
});

test('waiting appends are written before the log closes', async () => {
  const path = join(createFolder(), 'log.sqlite');
  const log = open(path);
  const waiting = log.append('a', NO_STREAM, [noted('1')]);
  await log.close();
  await waiting;
  await expect(log.append('a', 0, [noted('2')])).rejects.toThrow(Unavailable);
  const later = open(path);
  expect(await later.read('a')).toHaveLength(1);
  await later.close();
});

test('only the owner may read the file', async () => {
  const path = join(createFolder(), 'log.sqlite');
  const log = open(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await log.append('a', NO_STREAM, [noted('1')]);
  await log.close();
});

test('a reopened log finds every stream, whatever was read before, and none that does not exist', async () => {
  const first = open();
  for (const stream of ['one', 'two', 'three'])
    await first.append(stream, NO_STREAM, [noted(stream)]);
  await first.append('two', 0, [noted('more')]);
  await first.close();
  const lengths: number[] = [];
  const log = open(paths.get(first));
  for (const stream of ['nobody', 'one', 'two', 'nobody else', 'three', 'one'])
    lengths.push((await log.read(stream)).length);
  expect(lengths).toEqual([0, 1, 2, 0, 1, 1]);
  await log.close();
});
