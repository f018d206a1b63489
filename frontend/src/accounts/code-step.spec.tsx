/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { queryClient } from '../lib/query-client.js';
import { updateServerClock, useServerClock } from '../lib/server/server-clock.js';

jest.unstable_mockModule('./installation-features.js', () => ({
  useInstallationFeatures: () => ({ devInbox: false, watchDemo: false }),
}));
const { CodeStep } = await import('./code-step.js');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const serverTime = Date.parse('2026-11-28T09:00:00Z');
const challenge = {
  challengeId: 'challenge',
  resendAt: new Date(serverTime + MINUTE_MS).toISOString(),
};
beforeEach(() => {
  jest.useFakeTimers();
  useServerClock.setState({ aheadMs: undefined });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function renderStep(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <CodeStep
        phone="+919822041735"
        challenge={challenge}
        onChallenge={jest.fn()}
        onVerified={async () => undefined}
        onChangeNumber={jest.fn()}
      />
    </QueryClientProvider>,
  );
}
const advance = (seconds: number): void =>
  act(() => void jest.advanceTimersByTime(seconds * 1_000));

test.each([
  ['an hour behind', -HOUR_MS],
  ['right', 0],
  ['an hour ahead', HOUR_MS],
])('counts from the arrival of the answer on a device whose clock is %s', (_, aheadMs) => {
  jest.setSystemTime(serverTime + aheadMs);
  updateServerClock(new Date(serverTime).toUTCString());
  renderStep();
  expect(screen.getByText('New code in 1:00')).toBeTruthy();
  advance(18);
  expect(screen.getByText('New code in 0:42')).toBeTruthy();
  advance(43);
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeTruthy();
});

test('a clock that is an hour slow delays nobody while the server’s time is unknown', () => {
  jest.setSystemTime(serverTime - HOUR_MS);
  renderStep();
  advance(61);
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeTruthy();
});

test('setting the clock back does not stop the countdown', () => {
  jest.setSystemTime(serverTime);
  updateServerClock(new Date(serverTime).toUTCString());
  renderStep();
  advance(10);
  jest.setSystemTime(serverTime - HOUR_MS);
  advance(51);
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeTruthy();
});
