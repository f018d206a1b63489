import { expect, test } from '@jest/globals';
import type { People } from './people.js';
import { PeopleCache } from './people-cache.js';

const [inLog, cached] = [{} as People, {} as People];
const doNothing = async () => {};
const cacheWhile = (isLogUnavailable: boolean) =>
  new PeopleCache(inLog, {
    reads: {
      isLogUnavailable: () => isLogUnavailable,
      covers: (position) => position <= '5',
      start: doNothing,
      stop: doNothing,
    },
    people: cached,
  });

test('a cache that has not reached the position of a client’s last command is skipped', () => {
  expect(cacheWhile(false).peopleAt(undefined)).toBe(cached);
  expect(cacheWhile(false).peopleAt('5')).toBe(cached);
  expect(cacheWhile(false).peopleAt('6')).toBe(inLog);
});

test('writes of this process are visible to everybody at once', () => {
  const people = cacheWhile(false);
  for (const position of ['6', '4']) people.recordWrite(position);
  expect(people.peopleAt()).toBe(inLog);
});

test('a log that does not answer is not read', () => {
  expect(cacheWhile(true).peopleAt('6')).toBe(cached);
  expect(cacheWhile(true).isLogUnavailable()).toBe(true);
});
