import { expect, test } from '@jest/globals';
import { ClockInMemory } from '../testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { type Metadata, type Position, type RecordedEvent, NO_STREAM } from './event-log.js';
import { LogWatch } from './log-watch.js';

const createEvent = (type: string) => ({ type, data: {}, metadata: { eventId: type } as Metadata });
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);

function createWatch(
  log: Pick<EventLogInMemory, 'readLastPosition' | 'subscribe'>,
  listener: (events: readonly RecordedEvent[]) => void,
) {
  const troubles: unknown[] = [];
  return {
    troubles,
    watch: new LogWatch({
      log,
      clock: new ClockInMemory(),
      listener,
      onTrouble: (error) => troubles.push(error),
    }),
  };
}

test('new events are delivered, and no earlier ones', async () => {
  const log = new EventLogInMemory();
  await log.append('a', NO_STREAM, [createEvent('Before')]);
  const seen: string[] = [];
  let resolveLast = () => {};
  const last = new Promise<void>((resolve) => (resolveLast = resolve));
  const { watch } = createWatch(log, (events) => {
    seen.push(...typesOf(events));
    if (seen.includes('Last')) resolveLast();
  });
  await watch.start();
  await log.append('a', 0, [createEvent('First')]);
  await log.append('a', 1, [createEvent('Last')]);
  await last;
  await watch.stop();
  expect(seen).toEqual(['First', 'Last']);
});

test('the watch resumes after the last delivered event if a subscription or a listener fails', async () => {
  const log = new EventLogInMemory();
  let subscriptions = 0;
  const breaking = {
    readLastPosition: () => log.readLastPosition(),
    async *subscribe(after: Position, signal: AbortSignal) {
      if (++subscriptions === 1) throw new Error('out of reach');
      yield* log.subscribe(after, signal);
    },
  };
  const seen: string[] = [];
  let resolveLast = () => {};
  const last = new Promise<void>((resolve) => (resolveLast = resolve));
  let hasFailed = false;
  const { watch, troubles } = createWatch(breaking, (events) => {
    if (!hasFailed) {
      hasFailed = true;
      throw new Error('not now');
    }
    seen.push(...typesOf(events));
    if (seen.includes('Last')) resolveLast();
  });
  await watch.start();
  await log.append('a', NO_STREAM, [createEvent('First')]);
  await log.append('a', 0, [createEvent('Last')]);
  await last;
  await watch.stop();
  expect(seen).toEqual(['First', 'Last']);
  expect(troubles).toHaveLength(2);
});
