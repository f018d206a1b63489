import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folders } from '../testing/folders.js';
import { SqliteFile } from './sqlite-file.js';

const folder = folders();
const testing = join(import.meta.dirname, '..', 'testing');

test('a thread moves what is written to its place while writing goes on, and nothing is left ahead of a file that was closed', async () => {
  const home = folder();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', join(testing, 'register-typescript.mjs'), join(testing, 'moving-process.ts'), home, '96'],
    { env: { PATH: process.env['PATH'] } },
  );
  const { rows, mostAhead, onItsThread } = JSON.parse(stdout) as { rows: number; mostAhead: number; onItsThread: boolean };
  expect(onItsThread).toBe(true);
  expect(mostAhead).toBeLessThan(200 * 2 ** 20);
  expect(readdirSync(home)).toEqual(['rows.sqlite']);
  const file = new SqliteFile(join(home, 'rows.sqlite'), { schema: '' });
  expect(file.reader<[number]>('SELECT count(*) FROM rows').first()).toEqual([rows]);
  expect(file.reader<[string]>('PRAGMA integrity_check').first()).toEqual(['ok']);
  file.close();
}, 60_000);
