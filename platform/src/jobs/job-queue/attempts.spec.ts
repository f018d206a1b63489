import { expect, test } from '@jest/globals';
import { Unavailable } from '../../common/unavailable.js';
import { NewerEvent } from '../../event-log/event-log.js';
import { runAttempt } from './attempts.js';

test.each([
  ['a newer build', new NewerEvent('lead-org_1', 'needs a newer build'), 5 * 60_000],
  ['a service', new Unavailable('away'), 1_000],
])('jobs that wait together for %s come due apart', async (_, error, meanMs) => {
  const jobs = Array.from({ length: 20 }, (_value, number) => ({
    id: `${number}`,
    name: 'send',
    data: {},
    attempt: 1,
  }));
  const failures = await Promise.all(
    jobs.map((job) =>
      runAttempt(
        job,
        () => Promise.reject(error),
        () => undefined,
      ),
    ),
  );
  const pauses = failures.map((failure) => failure?.pauseMs ?? 0);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(meanMs / 2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(meanMs * 1.5);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(meanMs / 10);
});
