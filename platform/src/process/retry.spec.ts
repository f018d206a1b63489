import { expect, test } from '@jest/globals';
import { BadConfig } from '../common/config/config.js';
import { Unavailable } from '../common/unavailable.js';
import { retryWhileUnavailable } from './retry.js';

const part = 'mongodb://db';
/** Answers after the given number of refusals. */
function createPartAfter(refusals: number) {
  let tries = 0;
  return async () => {
    tries++;
    if (tries <= refusals) throw new Unavailable('connection refused');
    return 'opened';
  };
}

test('a part that answers at once is opened silently', async () => {
  const lines: string[] = [];
  expect(
    await retryWhileUnavailable(createPartAfter(0), {
      part,
      seconds: 5,
      print: (line) => lines.push(line),
    }),
  ).toBe('opened');
  expect(lines).toEqual([]);
});

test('a part that answers late is awaited, with a log line at the start and at the end', async () => {
  const lines: string[] = [];
  expect(
    await retryWhileUnavailable(createPartAfter(2), {
      part,
      seconds: 30,
      print: (line) => lines.push(line),
    }),
  ).toBe('opened');
  expect(lines).toEqual(['Waiting for mongodb://db: connection refused', 'mongodb://db answers']);
});

test('a part that does not answer in time is given up, with an error', async () => {
  await expect(
    retryWhileUnavailable(createPartAfter(99), { part, seconds: 0, print: () => {} }),
  ).rejects.toThrow('mongodb://db did not answer within 0 s: connection refused');
});

test('a permanent error is not retried', async () => {
  const wrong = () => Promise.reject(new BadConfig('no replica set'));
  await expect(
    retryWhileUnavailable(wrong, { part, seconds: 30, print: () => {} }),
  ).rejects.toThrow(BadConfig);
});
