import { expect, test } from '@jest/globals';
import { CatchUp } from './catch-up.js';
import { type Position, type RecordedEvent, MAX_BATCH_EVENTS } from './event-log.js';

const eventAt = (position: Position) => ({ position }) as RecordedEvent;
const never = new AbortController().signal;
const takeTurns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};

/** Log that records the positions after which it was read. */
function createLog(...positions: readonly Position[]) {
  const events = positions.map(eventAt);
  const reads: Position[] = [];
  const read = async (after: Position) => (
    reads.push(after),
    events.filter(({ position }) => position > after).slice(0, MAX_BATCH_EVENTS)
  );
  return { events, reads, subscriptions: new CatchUp(read) };
}

test('subscribers at one position share a read, and the next one after an announcement', async () => {
  const { events, reads, subscriptions } = createLog('1', '2');
  const [one, other] = [subscriptions.follow('', never), subscriptions.follow('', never)];
  const next = async () =>
    (await Promise.all([one.next(), other.next()])).map(({ value }) => value);

  expect(await next()).toEqual([[...events], [...events]]);
  expect(reads).toEqual(['']);
  const nextBatch = next();
  await takeTurns();
  expect(reads).toEqual(['']);
  events.push(eventAt('3'));
  subscriptions.announce('3');
  expect(await nextBatch).toEqual([[eventAt('3')], [eventAt('3')]]);
  expect(reads).toEqual(['', '2']);
});

test('an announcement of events that were read already causes no read', async () => {
  const { events, reads, subscriptions } = createLog('1', '2');
  const subscription = subscriptions.follow('', never);
  await subscription.next();
  const nextBatch = subscription.next();
  subscriptions.announce('1');
  subscriptions.announce('2');
  await takeTurns();
  expect(reads).toEqual(['']);
  events.push(eventAt('3'), eventAt('4'));
  subscriptions.announce('3');
  subscriptions.announce('4');
  expect((await nextBatch).value).toEqual([eventAt('3'), eventAt('4')]);
  void subscription.next();
  await takeTurns();
  expect(reads).toEqual(['', '2']);
});

test('events during a read are read after it', async () => {
  const { events, reads, subscriptions } = createLog('1');
  const subscription = subscriptions.follow('1', never);
  const nextBatch = subscription.next();
  events.push(eventAt('2'));
  subscriptions.announce('2');
  expect((await nextBatch).value).toEqual([eventAt('2')]);
  expect(reads).toEqual(['1', '1']);
});

test('polling finds unannounced events', async () => {
  const { events, subscriptions } = createLog('1');
  const subscription = subscriptions.follow('1', never);
  const nextBatch = subscription.next();
  await takeTurns();
  events.push(eventAt('2'));
  subscriptions.poll();
  expect((await nextBatch).value).toEqual([eventAt('2')]);
});

test('an announced event that a read does not contain is looked for once', async () => {
  const { reads, subscriptions } = createLog('1');
  void subscriptions.follow('1', never).next();
  await takeTurns();
  subscriptions.announce('2');
  await takeTurns();
  expect(reads).toEqual(['1', '1']);
});

test('a full batch is followed by another read', async () => {
  const positions = Array.from({ length: MAX_BATCH_EVENTS + 1 }, (_, index) =>
    String(index).padStart(4, '0'),
  );
  const { reads, subscriptions } = createLog(...positions);
  const subscription = subscriptions.follow('', never);
  await subscription.next();
  expect((await subscription.next()).value).toEqual([eventAt(positions.at(-1)!)]);
  void subscription.next();
  await takeTurns();
  expect(reads).toHaveLength(2);
});

test('a failed read is repeated for new subscribers', async () => {
  let isUnavailable = true;
  const subscriptions = new CatchUp(async () => {
    if (isUnavailable) throw new Error('the log is away');
    return [eventAt('1')];
  });

  await expect(
    Promise.all([subscriptions.follow('', never).next(), subscriptions.follow('', never).next()]),
  ).rejects.toThrow('away');
  isUnavailable = false;
  expect((await subscriptions.follow('', never).next()).value).toEqual([eventAt('1')]);
});
