import { expect, test } from '@jest/globals';
import { leadCommands } from './lead.commands.js';

const visit = {
  leadId: '01980000-0000-7000-8000-00000000000a',
  visitId: '01980000-0000-7000-8000-00000000000b',
  startedAt: '2026-11-21T07:30:00.000Z',
  endedAt: '2026-11-21T08:45:00.000Z',
  pausedSeconds: 0,
};

test.each([
  ['leadId', 'Please select a lead'],
  ['startedAt', 'Please start the timer first'],
  ['endedAt', 'Please stop the timer before completing the visit'],
] as const)('a visit without %s is refused: %s', (field, expected) => {
  for (const missing of [undefined, null, '']) {
    const { error } = leadCommands.RecordVisit.data.safeParse({ ...visit, [field]: missing });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [field, expected],
    ]);
  }
});

test('a visit with a wrong instant is refused with another message', () => {
  const { error } = leadCommands.RecordVisit.data.safeParse({ ...visit, startedAt: 'yesterday' });
  expect(error?.issues[0]?.message).not.toBe('Please start the timer first');
  expect(leadCommands.RecordVisit.data.safeParse(visit).success).toBe(true);
});
