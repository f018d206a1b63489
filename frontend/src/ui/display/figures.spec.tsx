/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { ClockProvider, Time, ZoneProvider } from './figures.js';

afterEach(cleanup);

const textOf = (at: string, fixedAt?: string): string | null =>
  render(
    <ZoneProvider value="Asia/Kolkata">
      <ClockProvider value={fixedAt === undefined ? undefined : Date.parse(fixedAt)}>
        <Time at={at} />
      </ClockProvider>
    </ZoneProvider>,
  ).container.textContent;

test('a time is relative now, and exact where a past moment is shown', () => {
  expect(textOf(new Date(Date.now() - 5_000).toISOString())).toBe('Just now');
  const moment = '2026-11-23T08:42:58Z';
  expect(textOf(moment, moment)).toMatch(/^23 Nov, 2:12:58\spm$/);
  expect(textOf('2025-11-23T08:42:58Z', moment)).toMatch(/^23 Nov 2025, 2:12:58\spm$/);
});
