import { expect, test } from '@jest/globals';
import Database from 'libsql';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { folders } from '../testing/folders.js';
import { eventLogContract } from './event-log.contract.js';
import type { Sync } from '../embedded/synced-apart.js';
import { EventLogOnSqlite, eventLogSchema } from './event-log-on-sqlite.js';
import { LogUnavailable, type Metadata, UnreadableLog, beforeAll, noStream } from './event-log.js';

const folder = folders();
const paths = new WeakMap<object, string>();

function open(path = join(folder(), 'log.sqlite')): EventLogOnSqlite {
  const log = EventLogOnSqlite.open(path);
  paths.set(log, path);
  return log;
}

const noted = (eventId: string, data: object = {}) => ({ type: 'Noted', data, metadata: { eventId } as Metadata });

eventLogContract(open, async (log) => {
  await log.close();
  return open(paths.get(log));
});

test('a full disk stops writing with a clear message, loses nothing, and is forgotten when there is space again', async () => {
  const file = new SqliteFile(join(folder(), 'log.sqlite'), { schema: eventLogSchema });
  const log = new EventLogOnSqlite(file);
  const pages = file.reader<[number]>('PRAGMA page_count').first()![0];
  file.reader(`PRAGMA max_page_count = ${pages + 20}`).first();

  const acknowledged: string[] = [];
  let failure: unknown;
  while (!failure) {
    const ids = Array.from({ length: 5 }, (_, number) => `${acknowledged.length} ${number}`);
    const tries = await Promise.allSettled(ids.map((id) => log.append(`s-${id}`, noStream, [noted(id, { text: 'x'.repeat(900) })])));
    for (const [index, outcome] of tries.entries()) {
      if (outcome.status === 'fulfilled') acknowledged.push(ids[index]!);
      else failure = outcome.reason;
    }
  }
  expect(failure).toBeInstanceOf(LogUnavailable);
  expect(failure).toHaveProperty('message', 'log.sqlite cannot be written: the disk is full');
  const idsThere = async () => (await log.readAll(beforeAll, 999)).map((event) => event.metadata.eventId);
  expect(await idsThere()).toEqual(acknowledged);

  file.reader(`PRAGMA max_page_count = ${pages + 2_000}`).first();
  await log.append('s-after', noStream, [noted('after')]);
  expect(await idsThere()).toEqual([...acknowledged, 'after']);
  await log.close();
});

test('what another program has made unreadable is not passed over', async () => {
  const path = join(folder(), 'log.sqlite');
  const log = open(path);
  await log.append('a', noStream, [noted('1')]);
  await log.close();
  const other = new Database(path);
  other.exec(`UPDATE events SET data = '{"half"'`);
  other.close();
  const damaged = open(path);
  await expect(damaged.read('a')).rejects.toThrow(UnreadableLog);
  await damaged.close();
});

test('data that JSON would change on its way is refused before anything is written', async () => {
  const log = open();
  await expect(log.append('a', noStream, [noted('1'), noted('2', { amount: 1.5 })])).rejects.toThrow('the number 1.5 at .amount');
  expect(await log.head()).toBe(beforeAll);
  await log.close();
});

test('of several appends with a conflict none is there', async () => {
  const log = open();
  await log.append('b', noStream, [noted('1')]);
  const both = ['a', 'b'].map((stream) => ({ stream, expected: noStream, events: [noted(`new on ${stream}`)] }));
  await expect(log.appendAll(both)).rejects.toThrow('b is not at -1 any more');
  expect(await log.read('a')).toEqual([]);
  await log.close();
});

test('who listens to a log that is closed is told, and does not wait for ever', async () => {
  const log = open();
  const next = log.subscribe(beforeAll, new AbortController().signal)[Symbol.asyncIterator]().next();
  await log.close();
  await expect(next).rejects.toThrow(LogUnavailable);
});

test('appends that wait when the log is closed are written before it is', async () => {
  const path = join(folder(), 'log.sqlite');
  const log = open(path);
  const waiting = log.append('a', noStream, [noted('1')]);
  await log.close();
  await waiting;
  await expect(log.append('a', 0, [noted('2')])).rejects.toThrow(LogUnavailable);
  const later = open(path);
  expect(await later.read('a')).toHaveLength(1);
  await later.close();
});

test('nobody but its owner may read the file', async () => {
  const path = join(folder(), 'log.sqlite');
  const log = open(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await log.append('a', noStream, [noted('1')]);
  await log.close();
});

test('opened again, it finds every stream, whichever was asked for before, and none where there is none', async () => {
  const first = open();
  for (const stream of ['one', 'two', 'three']) await first.append(stream, noStream, [noted(stream)]);
  await first.append('two', 0, [noted('more')]);
  await first.close();
  const lengths: number[] = [];
  const log = open(paths.get(first));
  for (const stream of ['nobody', 'one', 'two', 'nobody else', 'three', 'one']) lengths.push((await log.read(stream)).length);
  expect(lengths).toEqual([0, 1, 2, 0, 1, 1]);
  await log.close();
});

/** A log on a disk that answers when it is told to. */
function onSlowDisk(path = join(folder(), 'log.sqlite')) {
  const asked: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const sync: Sync = () => new Promise((resolve, reject) => asked.push({ resolve, reject }));
  const log = new EventLogOnSqlite(new SqliteFile(path, { schema: eventLogSchema, sync }));
  const isAsked = async (times: number) => {
    while (asked.length < times) await breath();
  };
  return { log, path, asked, isAsked };
}

test('what the disk has not kept yet is neither acknowledged nor shown, and those who come meanwhile go to it together', async () => {
  const { log, asked, isAsked } = onSlowDisk();
  const done: string[] = [];
  const append = (id: string) => log.append(id, noStream, [noted(id)]).then(() => done.push(id));
  const heard = log.subscribe(beforeAll, new AbortController().signal)[Symbol.asyncIterator]().next();
  const first = append('a');
  await isAsked(1);
  const others = [append('b'), append('c')];
  const read = log.read('a').then((events) => done.push(`read ${events.length}`));
  expect(await log.readAll(beforeAll, 9)).toEqual([]);
  expect(done).toEqual([]);

  asked[0]!.resolve();
  await Promise.all([first, read]);
  expect(new Set(done)).toEqual(new Set(['a', 'read 1']));
  expect((await heard).value).toMatchObject([{ stream: 'a' }]);
  await isAsked(2);
  expect(await log.readAll(beforeAll, 9)).toMatchObject([{ stream: 'a' }]);
  asked[1]!.resolve();
  await Promise.all(others);
  expect(await log.head()).toBe((await log.readAll(beforeAll, 9)).at(-1)!.position);
  expect([done.slice(-2), asked.length]).toEqual([['b', 'c'], 2]);
  await log.close();
});

test('a disk that does not keep what it was given ends all writing: it may keep the next without the one before', async () => {
  const { log, path, asked, isAsked } = onSlowDisk();
  const tries = Promise.allSettled([log.append('a', noStream, [noted('a')]), isAsked(1).then(() => log.append('b', noStream, [noted('b')]))]);
  await isAsked(1);
  asked[0]!.reject(new Error('EIO: i/o error, fdatasync'));
  const refused = { status: 'rejected', reason: new LogUnavailable('log.sqlite cannot be written: EIO: i/o error, fdatasync') };
  expect(await tries).toEqual([refused, refused]);
  for (const asking of [() => log.append('c', noStream, [noted('c')]), () => log.read('a'), () => log.head()])
    await expect(asking()).rejects.toThrow(LogUnavailable);
  expect(await log.readAll(beforeAll, 9)).toEqual([]);
  await log.close();
  // What there is then is on the disk, and whoever tried sends it again.
  const later = open(path);
  expect(await later.append('a', noStream, [noted('a')])).toEqual({ revision: 0, position: await later.head() });
  await later.close();
});

test('what is on its way to the disk when the log is closed is there, and acknowledged', async () => {
  const { log, path, asked, isAsked } = onSlowDisk();
  const onItsWay = log.append('a', noStream, [noted('a')]);
  await isAsked(1);
  const waiting = log.append('b', noStream, [noted('b')]);
  await log.close();
  await waiting;
  asked[0]!.resolve();
  await onItsWay;
  const later = open(path);
  expect(await later.readAll(beforeAll, 9)).toMatchObject([{ stream: 'a' }, { stream: 'b' }]);
  await later.close();
});
