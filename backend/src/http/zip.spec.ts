import { expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { unzip } from '../../../test/acceptance/product/unzip.js';
import { createZip } from './zip.js';

const at = '2026-11-29T06:00:00.000Z';

async function* lines(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) yield `line ${number}\r\n`;
}

test('every entry of a streamed file is read back', async () => {
  const file = await buffer(
    createZip(
      [
        { name: 'feed.csv', read: () => lines(10_000) },
        { name: 'checkpoints/नया.txt', read: () => 'origin\n1\n' },
      ],
      at,
    ),
  );
  const entries = unzip(file);
  expect([...entries.keys()]).toEqual(['feed.csv', 'checkpoints/नया.txt']);
  expect(entries.get('feed.csv')!.trimEnd().split('\r\n')).toHaveLength(10_000);
  expect(entries.get('checkpoints/नया.txt')).toBe('origin\n1\n');
});

test('a failed entry breaks the stream off', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'begun';
    throw new Error('The log is away');
  }
  const away = (): never => {
    throw new Error('The file is away');
  };
  for (const read of [broken, away])
    await expect(buffer(createZip([{ name: 'feed.csv', read }], at))).rejects.toThrow('away');
});

test('an entry is read no further once nobody takes the file', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield Math.random().toString(36).repeat(1_000);
    } finally {
      isEnded = true;
    }
  }
  const zip = createZip([{ name: 'feed.csv', read: endless }], at);
  await new Promise((resolve) => zip.once('data', resolve));
  zip.destroy();
  for (let turn = 0; turn < 1_000 && !isEnded; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(isEnded).toBe(true);
});
