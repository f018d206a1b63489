import { afterEach, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import sharp from 'sharp';
import { isRunning } from '../acceptance/product/child-process.js';
import { createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';

let product: Product;
afterEach(() => product?.dispose());

/** Child processes of the product, from the system's process table. */
const findChildProcesses = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) ===
          parent
        );
      } catch {
        return false; // The process has ended meanwhile.
      }
    })
    .map(Number);

async function startWithDecoder(): Promise<number> {
  product = await Product.start();
  const { admin } = await createTeam(product);
  expect(findChildProcesses(product.pid!)).toEqual([]);
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#d06030' },
  })
    .jpeg()
    .toBuffer();
  await admin.upload(new Uint8Array(photo), 'roof.jpg', 'image/jpeg');
  const children = findChildProcesses(product.pid!);
  expect(children).toHaveLength(1);
  return children[0]!;
}

test('a decoder starts with the first upload, has no secrets of the server, and ends when the server is killed', async () => {
  const decoder = await startWithDecoder();
  const variableNames = readFileSync(`/proc/${decoder}/environ`, 'utf8')
    .split('\0')
    .filter(Boolean)
    .map((variable) => variable.split('=')[0]);
  expect(
    variableNames.filter(
      (name) =>
        ![
          'PATH',
          'LD_LIBRARY_PATH',
          'MALLOC_ARENA_MAX',
          'NODE_CHANNEL_FD',
          'NODE_CHANNEL_SERIALIZATION_MODE',
        ].includes(name!),
    ),
  ).toEqual([]);
  await product.end('SIGKILL');
  await until(() => !isRunning(decoder), { withinMs: 10_000 });
});

test('a decoder ends when the server is stopped, and survives Ctrl-C until then', async () => {
  const decoder = await startWithDecoder();
  process.kill(decoder, 'SIGINT');
  expect(isRunning(decoder)).toBe(true);
  expect(await product.end('SIGTERM')).toBe(0);
  await until(() => !isRunning(decoder), { withinMs: 10_000 });
});
