import { expect, test } from '@jest/globals';
import { CoalescingQueue } from './coalescing-queue.js';

test('of several calls during a run only the latest runs, once, for all waiting callers', async () => {
  const done: number[] = [];
  let finish = (): void => {};
  const queue = new CoalescingQueue<number, number>(async (request) => {
    done.push(request);
    await new Promise<void>((resolve) => (finish = resolve));
    return request;
  });
  const first = queue.run(1);
  await Promise.resolve();
  const others = [2, 3, 4].map((request) => queue.run(request));
  expect(done).toEqual([1]);
  finish();
  expect(await first).toBe(1);
  while (done.length < 2) await Promise.resolve();
  finish();
  expect(await Promise.all(others)).toEqual([4, 4, 4]);
  expect(done).toEqual([1, 4]);
});

test('a failed run does not hold back others', async () => {
  const queue = new CoalescingQueue<boolean, boolean>(async (fails) => {
    if (fails) throw new Error('failed');
    return true;
  });
  const failed = queue.run(true);
  await expect(failed).rejects.toThrow('failed');
  expect(await queue.run(false)).toBe(true);
});
