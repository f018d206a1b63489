import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RateLimiter, TooManyRequests } from './rate-limiter.js';

/** True if the call was counted, else the milliseconds until the next call is allowed. */
export const countCall = (
  limiter: RateLimiter,
  name: string,
  maxCalls: number,
  seconds: number,
  id: string,
): Promise<true | number> =>
  limiter.count(name, { maxCalls, seconds, shared: true }, id).then(
    () => true as const,
    (error: unknown) => {
      if (error instanceof TooManyRequests) return error.retryAfterMilliseconds;
      throw error;
    },
  );

/**
 * Contract of every rate limiter. Windows are real seconds, because not every limiter takes a
 * clock.
 * @param open returns a limiter on shared counts, like another process
 */
export function rateLimiterContract(open: () => Promise<RateLimiter>) {
  test('admits as many simultaneous calls as the limit allows, per limit and id', async () => {
    const [one, other, id] = [await open(), await open(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        countCall(turn % 2 ? one : other, 'codes', 30, 60, id),
      ),
    );
    expect(answers.filter((answer) => answer === true)).toHaveLength(30);
    for (const wait of answers.filter((answer) => answer !== true)) {
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
    expect(await countCall(one, 'codes', 30, 60, randomUUID())).toBe(true);
    expect(await countCall(one, 'guesses', 30, 60, id)).toBe(true);
  });

  test('a refused caller may return at the given time, whatever they tried meanwhile', async () => {
    const [limiter, id] = [await open(), randomUUID()];
    expect(await countCall(limiter, 'short', 1, 1, id)).toBe(true);
    const wait = Number(await countCall(limiter, 'short', 1, 1, id));
    expect(wait).toBeLessThanOrEqual(1_000);
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await countCall(limiter, 'short', 1, 1, id)).not.toBe(true);
    await pause(wait + 20);
    expect(await countCall(limiter, 'short', 1, 1, id)).toBe(true);
  });

  test('ids may contain any characters', async () => {
    const limiter = await open();
    const ids = ['2001:db8::/64', '2001:db8:', 'a b', 'ä', ''].map(
      (id) => `${id}${randomUUID()}${id}`,
    );
    for (const id of ids) expect(await countCall(limiter, 'ids', 1, 60, id)).toBe(true);
    for (const id of ids) expect(await countCall(limiter, 'ids', 1, 60, id)).not.toBe(true);
  });
}
