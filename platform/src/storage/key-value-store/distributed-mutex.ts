import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import type { KeyValueStore } from './key-value-store.js';

/**
 * A process that was killed keeps the others waiting for so long; a living one renews its lock in
 * between.
 */
const leaseMilliseconds = 15_000;
const longestWait = 40_000;
const pollMilliseconds = 100;

/** A process that was frozen may have lost the lock. @throws Unavailable if it has */
export type AssertHeld = () => Promise<void>;
type MutexOptions = {
  readonly secrets: Pick<KeyValueStore, 'get' | 'put' | 'remove'>;
  readonly clock: Clock;
};

/**
 * Runs work of one key in one process at a time. What must not be done without the lock is done
 * after `assertHeld`.
 * @throws Unavailable if the lock was not acquired in time
 */
export async function withDistributedMutex<Result>(
  { secrets, clock }: MutexOptions,
  key: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
): Promise<Result> {
  const owner = randomUUID();
  const put = (expected: number) =>
    secrets.put('turn', key, owner, {
      expected,
      expiresAt: new Date(Date.parse(clock.now()) + leaseMilliseconds).toISOString(),
    });
  let version = await acquire();
  let renewing: Promise<unknown> = Promise.resolve();
  const assertHeld = async () => {
    const renewed = version && (await put(version));
    version = renewed;
    if (renewed === undefined)
      throw new Unavailable('Something else is being done with this now. Please try again.');
  };
  const timer = setInterval(() => {
    renewing = renewing.then(assertHeld).catch(() => undefined);
  }, leaseMilliseconds / 3).unref();
  try {
    return await work(() => (renewing = renewing.then(assertHeld)) as Promise<void>);
  } finally {
    clearInterval(timer);
    await renewing.catch(() => undefined);
    if ((await secrets.get<string>('turn', key).catch(() => undefined))?.value === owner)
      await secrets.remove('turn', key).catch(() => undefined);
  }

  /**
   * A lock that was not renewed for so many looks is free, whatever its expiry says: it may have
   * been set by a clock that was a day ahead.
   */
  async function acquire(): Promise<number | undefined> {
    let [seen, looks]: [version: number | undefined, looks: number] = [undefined, 0];
    for (
      const until = performance.now() + longestWait;
      performance.now() < until;
      await clock.pause(pollMilliseconds)
    ) {
      const mine = await put(
        seen !== undefined && looks * pollMilliseconds > leaseMilliseconds ? seen : 0,
      );
      if (mine !== undefined) return mine;
      const there = await secrets.get<string>('turn', key);
      [seen, looks] = [
        there?.version,
        there !== undefined && there.version === seen ? looks + 1 : 0,
      ];
    }
    throw new Unavailable('Something else is being done with this now. Please try again.');
  }
}
