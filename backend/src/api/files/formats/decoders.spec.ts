import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../../../test/acceptance/product/until.js';
import { Decoders } from './decoders.js';

const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-decoders-'));
const program = join(folder, 'decoder.mjs');
/** Decoder program whose behaviour is the content of the file. */
writeFileSync(
  program,
  `process.on('message', ({ bytes }) => {
  const text = Buffer.from(bytes).toString();
  if (text === 'hang') for (;;);
  if (text === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (text === 'refuse') return process.send({ refused: 'file-unreadable' });
  process.send({ megapixels: 12 });
  process.send({ decoded: { bytes: Buffer.from(String(process.pid)) } });
});
process.on('disconnect', () => process.exit());`,
);

let decoders: Decoders;
afterEach(() => decoders.onModuleDestroy());
const start = (
  options: { readonly workTimeoutMs?: number; readonly idleTimeoutMs?: number } = {},
) => {
  decoders = new Decoders();
  decoders.options = {
    program: () => program,
    workTimeoutMs: 20_000,
    idleTimeoutMs: 60_000,
    ...options,
  };
};
const sizes: number[] = [];
const decode = async (text: string): Promise<number> => {
  const { bytes } = await decoders.decode(
    { contentType: 'image/jpeg', bytes: Buffer.from(text) },
    (size) => sizes.push(size),
  );
  return Number(bytes.toString());
};
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('decodes sequential files in one process, and simultaneous files in several', async () => {
  start();
  const first = await decode('a picture');
  expect(await decode('another')).toBe(first);
  expect(new Set(await Promise.all([decode('a'), decode('b')])).size).toBe(2);
  expect(sizes).toEqual([12, 12, 12, 12]);
});

test('kills a process whose file takes too long, and continues with a new one', async () => {
  start();
  const pid = await decode('a picture');
  decoders.options = { ...decoders.options, workTimeoutMs: 500 };
  await expect(decode('hang')).rejects.toMatchObject({ status: 413, code: 'file-takes-too-long' });
  await until(() => !isRunning(pid), { withinMs: 5_000 });
  decoders.options = { ...decoders.options, workTimeoutMs: 20_000 };
  expect(await decode('a picture')).not.toBe(pid);
});

test('refuses a file that the process refuses, and reuses the process', async () => {
  start();
  const pid = await decode('a picture');
  await expect(decode('refuse')).rejects.toMatchObject({ status: 400, code: 'file-unreadable' });
  expect(await decode('a picture')).toBe(pid);
});

test('is unavailable for a file that ended its process, and continues with a new one', async () => {
  start();
  await expect(decode('crash')).rejects.toThrow(Unavailable);
  expect(await decode('a picture')).toBeGreaterThan(0);
});

test('ends an idle process', async () => {
  start({ idleTimeoutMs: 50 });
  const pid = await decode('a picture');
  await until(() => !isRunning(pid), { withinMs: 5_000 });
  expect(await decode('a picture')).not.toBe(pid);
});

test('ends all processes with the server', async () => {
  start();
  const pid = await decode('a picture');
  decoders.onModuleDestroy();
  await until(() => !isRunning(pid), { withinMs: 5_000 });
  rmSync(folder, { recursive: true });
});
