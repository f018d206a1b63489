import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import type { KeyValueStore } from './key-value-store.js';

/** A process that ended in its turn keeps the others waiting for so long; one that lives says so in between. */
const turnMilliseconds = 15_000;
const longestWait = 40_000;
const betweenLooks = 100;

/** Whether the turn is still this process's; one that was frozen for longer has lost it. @throws Unavailable if it is not */
export type AssertHeld = () => Promise<void>;
type Parts = { readonly secrets: Pick<KeyValueStore, 'get' | 'put' | 'remove'>; readonly clock: Clock };

/**
 * Work of one key in one process at a time, the others wait. What must not be done by who has lost the turn is done after
 * asking whether it is `assertHeld`.
 * @throws Unavailable when it did not come
 */
export async function withDistributedMutex<Result>(
  { secrets, clock }: Parts,
  key: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
): Promise<Result> {
  const me = randomUUID();
  const put = (expected: number) =>
    secrets.put('turn', key, me, { expected, expiresAt: new Date(Date.parse(clock.now()) + turnMilliseconds).toISOString() });
  let version = await taken();
  let renewing: Promise<unknown> = Promise.resolve();
  const assertHeld = async () => {
    const renewed = version && (await put(version));
    version = renewed;
    if (renewed === undefined) throw new Unavailable('Something else is being done with this now. Please try again.');
  };
  const timer = setInterval(() => {
    renewing = renewing.then(assertHeld).catch(() => undefined);
  }, turnMilliseconds / 3).unref();
  try {
    return await work(() => (renewing = renewing.then(assertHeld)) as Promise<void>);
  } finally {
    clearInterval(timer);
    await renewing.catch(() => undefined);
    if ((await secrets.get<string>('turn', key).catch(() => undefined))?.value === me) await secrets.remove('turn', key).catch(() => undefined);
  }

  /**
   * A turn that nobody says is still theirs is over after so many looks, whatever the clock says: who took it may have had one that
   * was a day ahead, and have ended since.
   */
  async function taken(): Promise<number | undefined> {
    let [seen, looks]: [version: number | undefined, looks: number] = [undefined, 0];
    for (const until = performance.now() + longestWait; performance.now() < until; await clock.pause(betweenLooks)) {
      const mine = await put(seen !== undefined && looks * betweenLooks > turnMilliseconds ? seen : 0);
      if (mine !== undefined) return mine;
      const there = await secrets.get<string>('turn', key);
      [seen, looks] = [there?.version, there !== undefined && there.version === seen ? looks + 1 : 0];
    }
    throw new Unavailable('Something else is being done with this now. Please try again.');
  }
}
