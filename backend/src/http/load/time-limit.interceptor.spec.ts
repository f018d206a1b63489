import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { NEVER, of } from 'rxjs';
import { TimeLimitInterceptor } from './time-limit.interceptor.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Request whose body has arrived after the given milliseconds. */
const request = (method: string, url: string, elapsedTime = 0) =>
  ({
    getType: () => 'http',
    switchToHttp: () => ({
      getRequest: () => ({ method, routeOptions: { url } }),
      getResponse: () => ({ elapsedTime }),
    }),
  }) as unknown as ExecutionContext;

/**
 * Milliseconds until a request whose handler never answers is refused; undefined after a minute.
 */
function measureRefusalMs(context: ExecutionContext): number | undefined {
  const began = Date.now();
  let refused: number | undefined;
  const answer = new TimeLimitInterceptor().intercept(context, { handle: () => NEVER });
  answer.subscribe({
    error: (error: unknown) => {
      expect(error).toBeInstanceOf(Unavailable);
      refused = Date.now() - began;
    },
  });
  jest.advanceTimersByTime(60_000);
  return refused;
}

test.each([
  ['a command', request('POST', '/api/commands/:name'), 11_000],
  ['a query', request('GET', '/api/leads'), 11_000],
  ['a command after 4 s of checks', request('POST', '/api/commands/:name', 4_000), 7_000],
  ['a command whose body took long', request('POST', '/api/commands/:name', 14_000), 2_000],
  ['an upload', request('POST', '/api/files'), undefined],
])('%s is refused in time', (_, context, expected) =>
  expect(measureRefusalMs(context)).toBe(expected),
);

test('an answer in time stays as it is', () => {
  const values: unknown[] = [];
  const answer = new TimeLimitInterceptor().intercept(request('GET', '/api/leads'), {
    handle: () => of('answer'),
  });
  answer.subscribe((value) => values.push(value));
  jest.advanceTimersByTime(60_000);
  expect(values).toEqual(['answer']);
});
