import { describe, expect, jest, test } from '@jest/globals';
import { AccessLog, type Access } from './access-log.js';

const at = '2026-11-21T09:30:00.000Z';
const reader = { id: '3f1f2d4e-0c67-4a53-9a0e-2a8f6a2f4b11', organizationId: 'sharma-solar' };
const access = { type: 'RecordAccess', data: { screen: 'leads', asOf: '2026-11-20' } } as never;

/** Access log whose commands are answered when the test says so. */
function createAccessLog() {
  const finishSends: (() => void)[] = [];
  const count = jest.fn(async () => undefined);
  const send = jest.fn(() => new Promise<void>((resolve) => void finishSends.push(resolve)));
  const accesses = new AccessLog({ send } as never, { count } as never, { now: () => at } as never);
  return { count, send, finishSends, record: (one: Access) => accesses.record(reader, one) };
}

describe('the access log', () => {
  test('counts and records simultaneous queries of one screen once, and answers none before it is recorded', async () => {
    const { count, send, finishSends, record } = createAccessLog();
    let answered = 0;
    const queries = Array.from({ length: 11 }, () => record(access).then(() => answered++));
    await new Promise((resolve) => setImmediate(resolve));
    expect([count.mock.calls.length, send.mock.calls.length, answered]).toEqual([1, 1, 0]);
    finishSends.forEach((finish) => finish());
    await Promise.all(queries);
    expect(answered).toBe(11);
    await record(access);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('refuses all queries that wait for a record that failed, and records the next one', async () => {
    const { send, finishSends, record } = createAccessLog();
    send.mockRejectedValueOnce(new Error('away'));
    const outcomes = await Promise.allSettled([record(access), record(access)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = record(access);
    await new Promise((resolve) => setImmediate(resolve));
    finishSends.forEach((finish) => finish());
    await next;
    expect(send).toHaveBeenCalledTimes(2);
  });
});
