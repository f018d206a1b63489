import { afterEach, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../common/clock.js';
import { failpoint, injection, withFaults } from '../common/failpoint.js';
import { Unavailable } from '../common/unavailable.js';
import { type Metadata, BEFORE_ALL, NO_STREAM } from '../event-log/event-log.js';
import { EventLogInMemory } from './in-memory/event-log-in-memory.js';
import { armFailpoints, disarmFailpoints, failpoints } from './failpoints.js';

const event = (eventId: string) => ({ type: 'Noted', data: {}, metadata: { eventId } as Metadata });
afterEach(disarmFailpoints);

test('nothing fails in a process without armed failpoints', async () => {
  expect(injection()).toBeUndefined();
  await failpoint('before-append');
  const log = new EventLogInMemory();
  expect(withFaults(log)).toBe(log);
});

test('the documentation explains each failpoint', () => {
  // Cells of the table may be padded.
  const page = readFileSync(join(import.meta.dirname, '../../../docs/faults.md'), 'utf8').replace(
    / +/g,
    ' ',
  );
  for (const [name, meaning] of Object.entries(failpoints))
    expect(page).toContain(`| \`${name}\` | ${meaning} |`);
});

test.each([
  ['somewhere:kill', 'no such place'],
  ['before-append:explode', 'no such fault'],
  ['before-append:end', 'only possible at log-subscription'],
  ['before-append:hang', 'numbers'],
  ['before-append:kill:0', 'numbers'],
  ['before-append:kill:1:2', 'numbers'],
  ['before-append', 'no such place'],
])('%s is refused with an explanation', (setting, why) =>
  expect(() => armFailpoints(setting)).toThrow(why),
);

test('a failpoint fires once, at the given call, for its subject only', async () => {
  armFailpoints('before-append(AddNote):throw:2');
  await failpoint('before-append', 'AddNote');
  await failpoint('before-append', 'CreateLead');
  await failpoint('after-append', 'AddNote');
  await expect(failpoint('before-append', 'AddNote')).rejects.toThrow(Unavailable);
  await failpoint('before-append', 'AddNote');
});

test('a failpoint with a star fires at each call', async () => {
  armFailpoints('after-send:throw:*');
  for (let time = 0; time < 3; time++)
    await expect(failpoint('after-send')).rejects.toThrow(Unavailable);
});

test('a log that times out has committed, and accepts the same append again', async () => {
  armFailpoints('log-append:timeout-after-commit');
  const log = withFaults(new EventLogInMemory());
  await expect(log.append('stream-1', NO_STREAM, [event('1')])).rejects.toThrow(Unavailable);
  expect(await log.append('stream-1', NO_STREAM, [event('1')])).toMatchObject({ revision: 0 });
  expect(await log.readAll(BEFORE_ALL, 10)).toHaveLength(1);
});

test('an append can stop between the claim and its holder', async () => {
  armFailpoints('after-claim:throw');
  const log = withFaults(new EventLogInMemory());
  const parts = ['claim-1', 'lead-1'].map((stream) => ({
    stream,
    expected: NO_STREAM,
    events: [event(stream)],
  }));
  await expect(log.appendAll(parts)).rejects.toThrow(Unavailable);
  expect((await log.readAll(BEFORE_ALL, 10)).map(({ stream }) => stream)).toEqual(['claim-1']);
  expect(await log.appendAll(parts)).toMatchObject({ revision: 0 });
});

test('a subscription that ends silently or repeats a batch skips nothing', async () => {
  armFailpoints('log-subscription:end:2,log-subscription:twice:1');
  const log = withFaults(new EventLogInMemory());
  await log.append('stream-1', NO_STREAM, [event('1')]);
  const stop = new AbortController();
  const delivered: string[] = [];
  for await (const batch of log.subscribe(BEFORE_ALL, stop.signal)) {
    delivered.push(...batch.map(({ metadata }) => metadata.eventId));
    if (delivered.length === 2) await log.append('stream-1', 0, [event('2')]);
    if (delivered.length === 3) stop.abort();
  }
  expect(delivered).toEqual(['1', '1', '2']);
});

test('the clock jumps at the given call, and then returns', () => {
  armFailpoints('clock:jump:60000:2');
  const times = [systemClock.now(), systemClock.now(), systemClock.now()].map(
    (time) => Date.parse(time) - Date.now() > 30_000,
  );
  expect(times).toEqual([false, true, false]);
});
