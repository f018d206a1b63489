import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const testing = join(import.meta.dirname, '..', 'testing');
const run = (...words: readonly string[]) => execFileSync(process.execPath, words, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });

test('the runtime has the settings', () => {
  const known = run('--v8-options');
  for (const setting of ['--parallel-scavenge ', '--heap-growing-percent ']) expect(known).toContain(setting);
});

test('of what was forgotten no more lies about than is held, and what is on its way', () => {
  const said = run('--conditions=source', '--import', join(testing, 'register-typescript.mjs'), join(testing, 'forgetting-process.ts'));
  const { most, held } = JSON.parse(said) as { most: number; held: number };
  expect(most).toBeLessThan(3.5 * held);
}, 60_000);

test('threads that collect beside who is served give way, and no others', () => {
  const said = run('--conditions=source', '--import', join(testing, 'register-typescript.mjs'), join(testing, 'niced-process.ts'));
  const { threads } = JSON.parse(said) as { threads: readonly { isMain: boolean; nice: number; worked: number }[] };
  const giveWay = threads.filter(({ nice }) => nice > 0);
  expect(giveWay.map(({ nice, isMain }) => [nice, isMain])).toEqual(Array.from({ length: 5 }, () => [5, false]));
  expect(threads.find(({ isMain }) => isMain)!.nice).toBe(0);
  // It is they who have collected.
  expect(giveWay.reduce((sum, { worked }) => sum + worked, 0)).toBeGreaterThan(0);
  expect(threads.length).toBeGreaterThan(1 + giveWay.length);
}, 60_000);
