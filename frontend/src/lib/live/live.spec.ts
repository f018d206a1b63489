/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';

let isFetchable = false;
const handlers = new Map<string, (payload: unknown) => void>();
const emit = jest.fn();
const socket = {
  on: (event: string, handler: (payload: unknown) => void) => void handlers.set(event, handler),
  disconnect: () => undefined,
  connected: false,
  timeout: () => ({ emitWithAck: async () => ({ position: '1', rooms: [], changes: [] }) }),
  emit,
};
const io = jest.fn(() => socket);
jest.unstable_mockModule('socket.io-client', () => {
  if (!isFetchable) throw new TypeError('Failed to fetch dynamically imported module');
  return { io };
});
const { startLive } = await import('./live.js');
const { trackCommandStart } = await import('./own-changes.js');

test('connects once the socket’s code has loaded, and not after the end of the session', async () => {
  jest.useFakeTimers();
  const stopLive = startLive();
  await jest.advanceTimersByTimeAsync(1);
  expect(io).not.toHaveBeenCalled();
  isFetchable = true;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(io).toHaveBeenCalledTimes(1);
  stopLive();
  startLive()();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(io).toHaveBeenCalledTimes(1);
});

test('tells the server when it has painted a traced change of its own, and no other', async () => {
  jest.useFakeTimers();
  isFetchable = true;
  const stopLive = startLive();
  await jest.advanceTimersByTimeAsync(1);
  socket.connected = true;
  handlers.get('connect')!(undefined);
  await jest.advanceTimersByTimeAsync(1);
  trackCommandStart({ leadId: 'mine' });
  const change = { view: 'lead-list', revision: 1, removed: true };
  const push = async (...changes: readonly object[]): Promise<void> => {
    handlers.get('changes')!({ position: '2', changes });
    expect(emit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(100);
  };
  await push({ ...change, id: 'mine' }, { ...change, id: 'of-another', traceparent: 'theirs' });
  expect(emit).not.toHaveBeenCalled();
  await push({ ...change, id: 'mine', traceparent: 'ours' });
  expect(emit.mock.calls).toEqual([
    ['painted', { traceparent: 'ours', milliseconds: expect.any(Number) }],
  ]);
  stopLive();
});
