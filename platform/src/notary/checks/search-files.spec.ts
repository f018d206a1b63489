import { expect, test } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PacedWorker } from '../../common/paced-worker.js';
import { folders } from '../../testing/folders.js';
import { NotarizedLog } from '../../testing/notary/notary-for-specs.js';
import type { Findings, SearchMisfits } from './findings.js';
import type { FilesSearch } from './search-files.js';

const testing = join(import.meta.dirname, '..', '..', 'testing');
const createFolder = folders();
const thread = new PacedWorker<FilesSearch, Findings>(() =>
  pathToFileURL(join(testing, 'search-worker.ts')),
);
thread.execArgv = [
  '--conditions=source',
  '--import',
  pathToFileURL(join(testing, 'register-typescript.mjs')).href,
];

test('a worker thread finds what another connection changed, and ends with the error that its pace throws', async () => {
  const dataFolder = createFolder();
  const file = (name: string) => join(dataFolder, `${name}.sqlite`);
  const files = { log: file('log'), keys: file('keys'), secrets: file('secrets') };
  const parts = NotarizedLog.open(dataFolder);
  for (let times = 0; times < 3; times++) await parts.append('count-a', 1_000);
  await parts.notary.coverNow();
  const searchInThread: SearchMisfits = (input, pace) =>
    thread.run({ files, input, now: parts.clock.now() }, pace);
  const pauses: number[] = [];
  const pace = async (milliseconds: number) => void pauses.push(milliseconds);
  expect(await parts.notary.check(pace, [], searchInThread)).toEqual([]);
  expect(pauses.length).toBeGreaterThan(1);

  const stopping = new Error('stopping');
  const stop = () => Promise.reject(stopping);
  await expect(parts.notary.check(stop, [], searchInThread)).rejects.toBe(stopping);

  const database = new Database(files.log);
  database.exec(`UPDATE events SET data = '{"number":0}' WHERE position = 1234`);
  database.close();
  expect(await parts.notary.check(pace, [], searchInThread)).toEqual([
    { part: 'event', stream: 'count-a', revision: 1233, because: 'changed' },
  ]);
  expect((await parts.notary.readStatus()).stopped!.because).toBe('count-a at 1233 was changed');
  await parts.close();
}, 60_000);
