import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import type { KeyValueStore } from './key-value-store.js';

/** Lease of a lock; its holder renews it. After a crash of the holder, others wait this long. */
const LEASE_MS = 15_000;
const MAX_WAIT_MS = 40_000;
const POLL_INTERVAL_MS = 100;
/** Expected version of a lock that nobody has. */
const NEW_LOCK = 0;

/**
 * Checks that the lock is still held; a frozen process may have lost it.
 * @throws Unavailable if it is lost
 */
export type AssertHeld = () => Promise<void>;
type MutexOptions = {
  readonly secrets: Pick<KeyValueStore, 'get' | 'put' | 'remove'>;
  readonly clock: Clock;
};

/**
 * Runs work of one key in one process at a time. Call `assertHeld` before anything that needs the
 * lock.
 * @throws Unavailable if the lock was not acquired in time
 */
export async function withDistributedMutex<Result>(
  { secrets, clock }: MutexOptions,
  key: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
): Promise<Result> {
  const owner = randomUUID();
  const writeLock = (expected: number) =>
    secrets.put('turn', key, owner, {
      expected,
      expiresAt: new Date(Date.parse(clock.now()) + LEASE_MS).toISOString(),
    });
  let version = await acquire();
  let renewing: Promise<unknown> = Promise.resolve();
  const assertHeld = async () => {
    const renewedVersion = version && (await writeLock(version));
    version = renewedVersion;
    if (renewedVersion === undefined)
      throw new Unavailable('Something else is being done with this now. Please try again.');
  };
  const timer = setInterval(() => {
    renewing = renewing.then(assertHeld).catch(() => undefined);
  }, LEASE_MS / 3).unref();
  try {
    return await work(() => (renewing = renewing.then(assertHeld)) as Promise<void>);
  } finally {
    clearInterval(timer);
    await renewing.catch(() => undefined);
    if ((await secrets.get<string>('turn', key).catch(() => undefined))?.value === owner)
      await secrets.remove('turn', key).catch(() => undefined);
  }

  /**
   * Takes the lock. A lock that was not renewed for a whole lease is free, even before its expiry,
   * because the clock that set the expiry may have been ahead.
   */
  async function acquire(): Promise<number | undefined> {
    let seenVersion: number | undefined;
    let unchangedPolls = 0;
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    while (performance.now() < giveUpAt) {
      const isAbandoned = unchangedPolls * POLL_INTERVAL_MS > LEASE_MS;
      const abandonedVersion = isAbandoned ? seenVersion : undefined;
      const ownVersion = await writeLock(abandonedVersion ?? NEW_LOCK);
      if (ownVersion !== undefined) return ownVersion;
      const current = await secrets.get<string>('turn', key);
      const isUnchanged = current !== undefined && current.version === seenVersion;
      unchangedPolls = isUnchanged ? unchangedPolls + 1 : 0;
      seenVersion = current?.version;
      await clock.pause(POLL_INTERVAL_MS);
    }
    throw new Unavailable('Something else is being done with this now. Please try again.');
  }
}
