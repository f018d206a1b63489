import { expect, test } from '@jest/globals';
import { Refusal } from '#domain/kernel/refusal.js';
import { BadQuestion } from '../read-store/read-store.js';
import type { Question } from '../read-store/views.js';
import { ClockInMemory } from '../testing/clock-in-memory.js';
import { Unavailable } from '../unavailable.js';
import type { SentCommand } from './reactor.js';
import { type TimerDocument, runTimers } from './timer-running.js';

const timer = (id: string, dueAt: string): TimerDocument => ({
  organizationId: '',
  dueAt,
  id,
  actorId: 'asha',
  of: 'org',
  command: { type: 'Ring', data: { id } },
});
const early = '2026-11-21T09:00:00.000Z';
const soon = '2026-11-21T09:31:30.000Z';

/** Runs for so many rounds on these timers; what was sent takes its timer away, unless a rule refuses it. */
async function rounds(count: number, due: TimerDocument[], answer: (command: SentCommand, times: number) => void = () => {}) {
  const sent: (readonly [id: string, at: string])[] = [];
  const troubles: unknown[] = [];
  const asked = new Map<string, number>();
  const timers = new Set(due);
  const stopping = new AbortController();
  const clock = new ClockInMemory();
  let left = count;
  const views = {
    async find(_: unknown, organizationId: string, { filter, sort, limit, after = '0' }: Question) {
      const { to } = filter!['dueAt'] as { to: string };
      if (organizationId !== '' || sort.join() !== 'dueAt') throw new BadQuestion();
      const found = [...timers].filter(({ dueAt }) => dueAt <= to).sort((one, other) => one.dueAt.localeCompare(other.dueAt));
      const end = Number(after) + limit;
      return {
        items: found.slice(Number(after), end).map((each) => ({ id: each.id, json: JSON.stringify(each) })),
        ...(end < found.length && { next: String(end) }),
      };
    },
  };
  const send = async (command: SentCommand) => {
    const times = (asked.get(command.id) ?? 0) + 1;
    asked.set(command.id, times);
    answer(command, times);
    const { id } = command.command.data as { id: string };
    sent.push([id, clock.now()]);
    for (const each of timers) if (each.id === id) timers.delete(each);
  };
  const pause = async (milliseconds: number) => {
    if (--left === 0) stopping.abort();
    await clock.pause(milliseconds);
  };
  await runTimers(
    { views, timers: { name: 'timers', version: 1 }, send, clock: { now: clock.now, pause }, onTrouble: (error) => troubles.push(error) },
    stopping.signal,
  );
  return { sent, troubles, asked: [...asked.values()] };
}

test('what is late is sent at once, what is to come when its minute has come', async () => {
  const { sent } = await rounds(4, [timer('b', soon), timer('a', early)]);
  expect(sent).toEqual([
    ['a', '2026-11-21T09:30:00.000Z'],
    ['b', '2026-11-21T09:32:00.000Z'],
  ]);
});

test('however many are late, all are sent', async () => {
  const { sent } = await rounds(
    3,
    Array.from({ length: 450 }, (_, index) => timer(String(index), early)),
  );
  expect(new Set(sent.map(([id]) => id)).size).toBe(450);
});

test('what a rule refuses is not sent each minute', async () => {
  const { sent, asked, troubles } = await rounds(5, [timer('a', early)], () => {
    throw new Refusal('lead-not-found');
  });
  expect([sent, asked, troubles]).toEqual([[], [1], []]);
});

test('what is out of reach is sent with the next round, and the others are not kept waiting', async () => {
  const { sent, troubles } = await rounds(3, [timer('a', early), timer('b', early)], ({ command }, times) => {
    if ((command.data as { id: string }).id === 'a' && times === 1) throw new Unavailable('out of reach');
  });
  expect(sent.map(([id]) => id)).toEqual(['b', 'a']);
  expect(troubles).toHaveLength(1);
});
