import { expect, test } from '@jest/globals';
import { CatchUp } from './catch-up.js';
import type { Position, RecordedEvent } from './event-log.js';

const eventAt = (position: Position) => ({ position }) as RecordedEvent;
const never = new AbortController().signal;

test('subscribers that have come equally far share a read, and the next one is made when the log has grown', async () => {
  const log = [eventAt('1'), eventAt('2')];
  const reads: Position[] = [];
  const subscriptions = new CatchUp(async (after) => (reads.push(after), log.filter(({ position }) => position > after)));
  const [one, other] = [subscriptions.from('', never), subscriptions.from('', never)];
  const next = async () => (await Promise.all([one.next(), other.next()])).map(({ value }) => value);

  expect(await next()).toEqual([log, log]);
  expect(reads).toEqual(['']);
  const coming = next();
  while (reads.length < 2) await new Promise(setImmediate);
  log.push(eventAt('3'));
  subscriptions.grown.notify();
  expect(await coming).toEqual([[eventAt('3')], [eventAt('3')]]);
  expect(reads).toEqual(['', '2', '2']);
});

test('a read that failed is made again for who subscribes again', async () => {
  let isAway = true;
  const subscriptions = new CatchUp(async () => {
    if (isAway) throw new Error('the log is away');
    return [eventAt('1')];
  });

  await expect(Promise.all([subscriptions.from('', never).next(), subscriptions.from('', never).next()])).rejects.toThrow('away');
  isAway = false;
  expect((await subscriptions.from('', never).next()).value).toEqual([eventAt('1')]);
});
