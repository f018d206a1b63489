import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { RateCounter } from './rate-counter.js';

/**
 * What every counter promises. Windows are real seconds here, because not every counter can be given a clock.
 * @param open the same counts each time, as other processes see them
 */
export function rateCounterContract(open: () => Promise<RateCounter>, close: () => Promise<void>) {
  afterEach(close);

  test('rivals are all counted, each kind and id by itself', async () => {
    const [one, other] = [await open(), await open()];
    const counts = await Promise.all(Array.from({ length: 40 }, (_, turn) => (turn % 2 ? one : other).count('codes', 'number', 60)));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect((await one.count('codes', 'another', 60)).count).toBe(1);
    expect((await one.count('guesses', 'number', 60)).count).toBe(1);
  });

  test('a window ends when it was said to, however often it was counted in it', async () => {
    const counter = await open();
    const begun = Date.now();
    const { endsAt } = await counter.count('codes', 'number', 1);
    expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(begun + 900);
    expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await counter.count('codes', 'number', 1)).toEqual({ count: 2, endsAt });
    while (Date.now() <= Date.parse(endsAt)) await pause(20);
    expect(await counter.count('codes', 'number', 1)).toMatchObject({ count: 1 });
  });

  test('ids are told apart whatever stands in them', async () => {
    const counter = await open();
    const ids = ['2001:db8::1', '2001:db8:', 'a b', 'ä', ''];
    for (const id of ids) expect((await counter.count('codes', id, 60)).count).toBe(1);
    for (const id of ids) expect((await counter.count('codes', id, 60)).count).toBe(2);
  });
}
