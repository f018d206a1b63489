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
