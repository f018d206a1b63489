import { expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { raceWithAbort } from './deadline.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const never = new Promise<string>(() => undefined);

test('returns the work’s result, or its error', async () => {
  const { signal } = new AbortController();
  expect(await raceWithAbort(Promise.resolve('done'), signal, 'given up')).toBe('done');
  await expect(
    raceWithAbort(Promise.reject(new Error('broken')), signal, 'given up'),
  ).rejects.toThrow('broken');
});

test('does not wait for the work after the abort', async () => {
  const ending = new AbortController();
  const waiting = raceWithAbort(never, ending.signal, 'given up');
  ending.abort();
  expect(await waiting).toBe('given up');
  expect(await raceWithAbort(never, ending.signal, 'given up')).toBe('given up');
});

test('a signal that lives on retains no result', async () => {
  const { signal } = new AbortController();
  const result = async () =>
    new WeakRef(await raceWithAbort<object>(Promise.resolve({}), signal, {}));
  const reference = await result();
  await new Promise(setImmediate);
  collectGarbage();
  expect(reference.deref()).toBeUndefined();
});
