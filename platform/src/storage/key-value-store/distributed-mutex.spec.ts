import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { folders } from '../../testing/folders.js';
import { KeyValueStoreOnSqlite } from './key-value-store-on-sqlite.js';
import { openSecretsFile } from './secrets-file.js';
import { withDistributedMutex } from './distributed-mutex.js';

const folder = folders();
function open() {
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(folder(), 'secrets.sqlite')),
    clock,
  );
  return { clock, secrets };
}

test('of those who come at once one works at a time, and each has its turn', async () => {
  const { secrets, clock } = open();
  const real = {
    now: clock.now,
    pause: () => new Promise<void>((resolve) => void setTimeout(resolve, 1)),
  };
  let [atOnce, most] = [0, 0];
  const work = async (number: number) => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 3));
    atOnce--;
    return number;
  };
  const numbers = [1, 2, 3, 4, 5];
  expect(
    await Promise.all(
      numbers.map((number) =>
        withDistributedMutex({ secrets, clock: real }, 'file', () => work(number)),
      ),
    ),
  ).toEqual(numbers);
  expect(most).toBe(1);
  await secrets.close();
});

test('who fails leaves the turn to the next', async () => {
  const { secrets, clock } = open();
  await expect(
    withDistributedMutex({ secrets, clock }, 'file', () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');
  expect(await withDistributedMutex({ secrets, clock }, 'file', async () => 'done')).toBe('done');
  await secrets.close();
});

test('a process that ended in its turn holds up the others for a while only, and one that comes back has lost it', async () => {
  const { secrets, clock } = open();
  let wake = () => {};
  const frozen = withDistributedMutex({ secrets, clock }, 'file', async (assertHeld) => {
    await new Promise<void>((resolve) => (wake = resolve));
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
  wake();
  await expect(frozen).rejects.toThrow('Something else');
  await secrets.close();
});

const aDayAhead = (clock: ClockInMemory) =>
  new Date(Date.parse(clock.now()) + 86_400_000).toISOString();

test('a turn that was taken while the clock was a day ahead, by who ended in it, is over after the same while', async () => {
  const { secrets, clock } = open();
  await secrets.put('turn', 'file', 'gone', { expected: 0, expiresAt: aDayAhead(clock) });
  const since = Date.parse(clock.now());
  expect(
    await withDistributedMutex(
      { secrets, clock },
      'file',
      async (assertHeld) => (await assertHeld(), 'done'),
    ),
  ).toBe('done');
  expect(Date.parse(clock.now()) - since).toBeLessThan(20_000);
  await secrets.close();
});

test('who goes on saying that it is theirs keeps it, also with such a clock', async () => {
  const { secrets, clock } = open();
  let version = (await secrets.put('turn', 'file', 'another', {
    expected: 0,
    expiresAt: aDayAhead(clock),
  }))!;
  let looks = 0;
  const waiting = {
    now: () => clock.now(),
    pause: async () => {
      if (++looks === 400) await secrets.remove('turn', 'file');
      else if (looks % 50 === 0)
        version = (await secrets.put('turn', 'file', 'another', {
          expected: version,
          expiresAt: aDayAhead(clock),
        }))!;
    },
  };
  expect(await withDistributedMutex({ secrets, clock: waiting }, 'file', async () => looks)).toBe(
    400,
  );
  await secrets.close();
});
