import { folders } from '#platform/testing/folders.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../http/problems/problem.js';
import { Spool } from './spool.js';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size)
    yield bytes.subarray(offset, offset + size);
}
const createFolder = folders();
let dataFolder: string;
beforeEach(() => {
  dataFolder = join(createFolder(), 'uploads');
});

test('a spooled file can be read repeatedly, and has no name on the disk', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
  const file = await new Spool(dataFolder).write(inPieces(bytes, 10_000));
  expect(readdirSync(dataFolder)).toEqual([]);
  expect(file.bytes).toBe(bytes.length);
  expect((await file.readAll()).equals(bytes)).toBe(true);
  expect((await file.readAll()).equals(bytes)).toBe(true);
  await file.close();
});

test('an interrupted upload is dropped, and its bytes are released', async () => {
  const spool = new Spool(dataFolder, 10);
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('half');
    throw new Error('gone');
  }
  await expect(spool.write(broken())).rejects.toThrow('gone');
  expect(readdirSync(dataFolder)).toEqual([]);
  spool.checkFreeSpace(10);
});

test('a new spool removes files of a killed process, and none of a running one', async () => {
  const firstSpool = new Spool(dataFolder);
  // By the clock of the process, because the file system's may differ.
  const times = {
    'left-behind': new Date(Date.now() - 2 * 60 * 60_000),
    'written-now': new Date(),
  };
  for (const [name, time] of Object.entries(times)) {
    writeFileSync(join(dataFolder, name), 'on the disk of a network');
    utimesSync(join(dataFolder, name), time, time);
  }
  async function* whileAnotherStarts(): AsyncGenerator<Buffer> {
    yield Buffer.from('first ');
    new Spool(dataFolder);
    yield Buffer.from('second');
  }
  const running = await firstSpool.write(whileAnotherStarts());
  expect((await running.readAll()).toString()).toBe('first second');
  await running.close();
  expect(readdirSync(dataFolder)).toEqual(['written-now']);
});

test('a spool refuses bytes beyond its limit until files are closed', async () => {
  const spool = new Spool(dataFolder, 100);
  const busy = {
    status: 503,
    code: 'overloaded',
    details: { retryAfterSeconds: expect.any(Number) },
  };
  const first = await spool.write(inPieces(Buffer.alloc(60), 10));
  await expect(spool.write(inPieces(Buffer.alloc(60), 10))).rejects.toMatchObject(busy);
  expect(() => spool.checkFreeSpace(41)).toThrow(Problem);
  spool.checkFreeSpace(40);
  await first.close();
  await (await spool.write(inPieces(Buffer.alloc(100), 10))).close();
});

test.each(['ENOSPC', 'EDQUOT'])('a full disk is reported as unavailable (%s)', async (code) => {
  const spool = new Spool(dataFolder, 10);
  const probe = await open(dataFolder);
  const full = jest
    .spyOn(Object.getPrototypeOf(probe) as typeof probe, 'writeFile')
    .mockRejectedValueOnce(Object.assign(new Error(`${code}: write`), { code }));
  await probe.close();
  try {
    const refused = await spool
      .write(inPieces(Buffer.alloc(10), 10))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({ message: 'Uploads cannot be taken: the disk is full' });
  } finally {
    full.mockRestore();
  }
  spool.checkFreeSpace(10);
});
