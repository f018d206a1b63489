import { expect, test } from '@jest/globals';
import type { People } from './people.js';
import { StalePeopleCache } from './queried-people.js';

const [asked, recent] = [{} as People, {} as People];
const never = async () => {};
const cacheWhile = (isLogAway: boolean) =>
  new StalePeopleCache(asked, {
    reads: {
      isLogAway: () => isLogAway,
      covers: (position) => position <= '5',
      start: never,
      stop: never,
    },
    people: recent,
  });

test('an account’s own writes are visible to its next query: a cache that lags is skipped', () => {
  expect(cacheWhile(false).asOf(undefined)).toBe(recent);
  expect(cacheWhile(false).asOf('5')).toBe(recent);
  expect(cacheWhile(false).asOf('6')).toBe(asked);
});

test('writes of this process are visible to everybody at once', () => {
  const people = cacheWhile(false);
  for (const position of ['6', '4']) people.recordWrite(position);
  expect(people.asOf()).toBe(asked);
});

test('a log that does not answer is not read', () => {
  expect(cacheWhile(true).asOf('6')).toBe(recent);
  expect(cacheWhile(true).isLogAway()).toBe(true);
});
