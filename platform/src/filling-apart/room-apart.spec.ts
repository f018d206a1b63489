import { expect, test } from '@jest/globals';
import { largestBatch } from '../event-log/event-log.js';
import { mostHalves, roomApart } from './room-apart.js';

const sizes = [512, 640, 1_024, 2_048, 3_999];
const heapsOf = (megabytes: number) => {
  const { folding, writing, cacheKibibytes } = roomApart(megabytes);
  const heaps = [folding, writing].map(
    ({ maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 }) => maxOldGenerationSizeMb + maxYoungGenerationSizeMb,
  );
  return heaps.reduce((sum, heap) => sum + heap, cacheKibibytes / 1_024);
};

test.each(sizes)('of %d MB both threads leave 300 to the rest of the process, also when they hold all that they may', (megabytes) => {
  expect(heapsOf(megabytes)).toBeLessThanOrEqual(megabytes - 300);
});

test.each(sizes)('with %d MB what is folded at once fits into the heap in which it is folded', (megabytes) => {
  const { folded, folding } = roomApart(megabytes);
  expect(folded.window).toBeGreaterThan(0);
  expect(folded.kept).toBeGreaterThan(0);
  expect((folded.window + folded.kept) * 1.5).toBeLessThan(folding.maxOldGenerationSizeMb! * 2 ** 20);
});

test('where there is plenty nothing is weighed, until threads were out of memory', () => {
  expect(roomApart(4_000).folded).toEqual({ window: Infinity, kept: Infinity });
  expect(roomApart(65_536, 1).folded.window).toBeLessThan(Infinity);
});

test('threads that were out of memory hold half as much at once, in the same heaps', () => {
  const [whole, half] = [roomApart(1_024), roomApart(1_024, 1)];
  const { window, kept, batch } = whole.folded;
  expect(half).toEqual({ ...whole, folded: { window: window / 2, kept: kept / 2, batch: batch! / 2 } });
});

test('who writes and was out of memory has twice as much the next time, of what who folds had; together they hold no more', () => {
  const heaps = [roomApart(1_024), roomApart(1_024, 1, 'toWrite')].map(({ folding, writing }) =>
    [folding, writing].map((of) => of.maxOldGenerationSizeMb!),
  );
  const [[folding, writing], [less, more]] = heaps as [[number, number], [number, number]];
  expect(more).toBeGreaterThan(2 * writing);
  expect(less + more).toBeLessThanOrEqual(folding + writing + 1);
});

test('all can be halved until events are read one by one, and not once more', () => {
  expect([0, mostHalves - 1, mostHalves].map((half) => roomApart(512, half).folded.batch)).toEqual([largestBatch, 2, 1]);
});
