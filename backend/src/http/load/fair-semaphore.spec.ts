import { expect, test } from '@jest/globals';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { FairSemaphore } from './fair-semaphore.js';

/** Work that lasts until the test ends it, and a record of the work that has started. */
function setUp(limits: ConstructorParameters<typeof FairSemaphore>[0]) {
  const semaphore = new FairSemaphore(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (account: string, name: string) =>
    semaphore.run(account, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const turn = () => new Promise(setImmediate);
  const end = async (name: string) => {
    ends.get(name)!();
    // A released permit is free in the next turn.
    await turn();
    await turn();
  };
  return { semaphore, begun, ask, end, turn };
}

test('one account has one permit at a time, however many it requests and however many are free', async () => {
  const { begun, ask, end, turn } = setUp({ total: 2 });
  for (const name of ['a1', 'a2', 'a3']) void ask('asha', name);
  await turn();
  expect(begun).toEqual(['a1']);
  void ask('ravi', 'r1');
  await turn();
  expect(begun).toEqual(['a1', 'r1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'r1', 'a2']);
});

test('accounts take turns, however many permits they requested', async () => {
  const { begun, ask, end, turn } = setUp({ total: 1 });
  for (const name of ['a1', 'a2', 'a3']) void ask('asha', name);
  for (const name of ['r1', 'r2']) void ask('ravi', name);
  void ask('meera', 'm1');
  await turn();
  for (const name of ['a1', 'r1', 'm1', 'a2', 'r2']) await end(name);
  expect(begun).toEqual(['a1', 'r1', 'm1', 'a2', 'r2', 'a3']);
});

test('a permit that passes to a waiting caller is not given to a new caller, too', async () => {
  const { semaphore, begun, ask, end, turn } = setUp({ total: 1 });
  const first = semaphore.run('asha', async () => {});
  void ask('ravi', 'r1');
  await first.then(() => void ask('meera', 'm1'));
  await turn();
  await turn();
  expect(begun).toEqual(['r1']);
  await end('r1');
  expect(begun).toEqual(['r1', 'm1']);
});

test('failed work releases its permit', async () => {
  const { semaphore } = setUp({ total: 1 });
  await expect(semaphore.run('asha', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await semaphore.run('asha', async () => 'done')).toBe('done');
});

test('an account has up to its limit of permits at once, and takes none from others', async () => {
  const { begun, ask, end, turn } = setUp({ perKey: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('asha', name);
  for (const name of ['r1', 'r2', 'r3']) void ask('ravi', name);
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'r1', 'r2']);
  await end('a2');
  await end('r1');
  expect(begun).toEqual(['a1', 'a2', 'r1', 'r2', 'a3', 'r3']);
});

test('waiting calls of one account are limited', async () => {
  const { semaphore, begun, ask, end, turn } = setUp({ maxWaitingPerKey: 1 });
  for (const name of ['a1', 'a2']) void ask('asha', name);
  await expect(semaphore.acquire('asha')).rejects.toThrow(TooManyRequests);
  void ask('ravi', 'r1');
  await end('a1');
  void ask('asha', 'a3');
  await turn();
  for (const name of ['a2', 'r1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'r1', 'a2', 'a3']);
});

test('synchronous work of one account is limited per turn of the loop', async () => {
  const semaphore = new FairSemaphore({ perKey: 2 });
  const doneInTurns: number[] = [];
  let done = 0;
  for (let number = 0; number < 6; number++) void semaphore.run('asha', async () => void done++);
  while (done < 6) {
    const before = done;
    await new Promise(setImmediate);
    doneInTurns.push(done - before);
  }
  expect(Math.max(...doneInTurns)).toBe(2);
});

test('drops a caller who has waited too long, and gives the permit to the next', async () => {
  const semaphore = new FairSemaphore({ total: 1 });
  await semaphore.acquire('asha');
  const timeout = new AbortController();
  const dropped = semaphore.acquire('ravi', timeout.signal);
  const next = semaphore.acquire('ravi');
  timeout.abort(new Error('too late'));
  await expect(dropped).rejects.toThrow('too late');
  semaphore.release('asha');
  await next;
  semaphore.release('ravi');
  await semaphore.acquire('meera', AbortSignal.timeout(10_000));
  await expect(semaphore.acquire('asha', AbortSignal.abort(new Error('over')))).rejects.toThrow(
    'over',
  );
});
