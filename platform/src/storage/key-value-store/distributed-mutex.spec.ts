import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { folders } from '../../testing/folders.js';
import { KeyValueStoreOnSqlite } from './key-value-store-on-sqlite.js';
import { openSecretsFile } from './secrets-file.js';
import { withDistributedMutex } from './distributed-mutex.js';

const createFolder = folders();
function open() {
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  return { clock, secrets };
}

test('simultaneous callers run one at a time, and each gets its turn', async () => {
  const { secrets, clock } = open();
  const clockWithRealPauses = {
    now: clock.now,
    pause: () => new Promise<void>((resolve) => void setTimeout(resolve, 1)),
  };
  let running = 0;
  let mostRunning = 0;
  const work = async (number: number) => {
    running++;
    mostRunning = Math.max(mostRunning, running);
    await new Promise((resolve) => setTimeout(resolve, 3));
    running--;
    return number;
  };
  const numbers = [1, 2, 3, 4, 5];
  expect(
    await Promise.all(
      numbers.map((number) =>
        withDistributedMutex({ secrets, clock: clockWithRealPauses }, 'file', () => work(number)),
      ),
    ),
  ).toEqual(numbers);
  expect(mostRunning).toBe(1);
  await secrets.close();
});

test('a failing holder releases the mutex', async () => {
  const { secrets, clock } = open();
  await expect(
    withDistributedMutex({ secrets, clock }, 'file', () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');
  expect(await withDistributedMutex({ secrets, clock }, 'file', async () => 'done')).toBe('done');
  await secrets.close();
});

test('a crashed holder blocks others for a limited time, and has lost the mutex when it resumes', async () => {
  const { secrets, clock } = open();
  let resume = () => {};
  const frozen = withDistributedMutex({ secrets, clock }, 'file', async (assertHeld) => {
    await new Promise<void>((resolve) => (resume = resolve));
    await assertHeld();
  });
  while ((await secrets.get('turn', 'file')) === undefined) await new Promise(setImmediate);
  expect(
    await withDistributedMutex(
      { secrets, clock },
      'file',
      async (assertHeld) => (await assertHeld(), 'done'),
    ),
  ).toBe('done');
  resume();
  await expect(frozen).rejects.toThrow('Something else');
  await secrets.close();
});

const DAY_MS = 24 * 60 * 60_000;
const instantOneDayAhead = (clock: ClockInMemory) =>
  new Date(Date.parse(clock.now()) + DAY_MS).toISOString();

test('a mutex taken with a clock a day ahead by a crashed holder expires after the same time', async () => {
  const { secrets, clock } = open();
  await secrets.put('turn', 'file', 'gone', { expected: 0, expiresAt: instantOneDayAhead(clock) });
  const startedAt = Date.parse(clock.now());
  expect(
    await withDistributedMutex(
      { secrets, clock },
      'file',
      async (assertHeld) => (await assertHeld(), 'done'),
    ),
  ).toBe('done');
  expect(Date.parse(clock.now()) - startedAt).toBeLessThan(20_000);
  await secrets.close();
});

test('a holder that renews the mutex keeps it, even with a clock that is a day ahead', async () => {
  const { secrets, clock } = open();
  let version = (await secrets.put('turn', 'file', 'another', {
    expected: 0,
    expiresAt: instantOneDayAhead(clock),
  }))!;
  const POLLS_PER_RENEWAL = 50;
  const POLLS_UNTIL_RELEASE = 400;
  let pollCount = 0;
  const waiting = {
    now: () => clock.now(),
    pause: async () => {
      pollCount++;
      if (pollCount === POLLS_UNTIL_RELEASE) await secrets.remove('turn', 'file');
      else if (pollCount % POLLS_PER_RENEWAL === 0)
        version = (await secrets.put('turn', 'file', 'another', {
          expected: version,
          expiresAt: instantOneDayAhead(clock),
        }))!;
    },
  };
  const turn = withDistributedMutex({ secrets, clock: waiting }, 'file', async () => pollCount);
  expect(await turn).toBe(POLLS_UNTIL_RELEASE);
  await secrets.close();
});
