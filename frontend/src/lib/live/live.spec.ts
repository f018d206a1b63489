/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';

let isFetchable = false;
const io = jest.fn(() => ({ on: () => undefined, disconnect: () => undefined, connected: false }));
jest.unstable_mockModule('socket.io-client', () => {
  if (!isFetchable) throw new TypeError('Failed to fetch dynamically imported module');
  return { io };
});
const { startLive } = await import('./live.js');

test('connects once the socket’s code has loaded, and not after the end of the session', async () => {
  jest.useFakeTimers();
  const stop = startLive();
  await jest.advanceTimersByTimeAsync(1);
  expect(io).not.toHaveBeenCalled();
  isFetchable = true;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(io).toHaveBeenCalledTimes(1);
  stop();
  startLive()();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(io).toHaveBeenCalledTimes(1);
});
