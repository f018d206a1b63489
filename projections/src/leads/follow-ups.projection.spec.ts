import { expect, test } from '@jest/globals';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  cancelled,
  completed,
  created,
  deleted,
  followUpId,
  leadId,
  lost,
  ravi,
  reassigned,
  scheduled,
} from '#domain/leads/lead.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import {
  countBetween,
  dueByDay,
  dueCountKeys,
  followUpCountKey,
  followUps,
} from './follow-ups.projection.js';

const viewAfter = (...events: LeadEvent[]) =>
  project(followUps, recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const)));
const laterFollowUp: LeadEvent = {
  type: 'FollowUpScheduled',
  data: { followUpId: 'another', dueOn: '2026-11-30' },
};

test('each open follow-up shows its lead, and counts on its day', () => {
  const { documents, sums } = viewAfter(created, scheduled, laterFollowUp);
  expect([...documents.keys()]).toEqual([`org_${leadId}_${followUpId}`, `org_${leadId}_another`]);
  expect(documents.get(`org_${leadId}_${followUpId}`)).toMatchObject({
    leadId,
    name: 'Rajesh Patil',
    city: 'Pune',
    dueOn: '2026-11-24',
    assignedTo: asha.id,
  });
  expect(Object.fromEntries(sums)).toEqual({
    'org_everyone_2026-11-24': 1,
    'org_everyone_2026-11-30': 1,
    [`org_${asha.id}_2026-11-24`]: 1,
    [`org_${asha.id}_2026-11-30`]: 1,
  });
});

test.each([completed, cancelled, deleted])(
  'after $type a follow-up is neither shown nor counted',
  (end) => {
    const { documents, sums } = viewAfter(created, scheduled, end);
    expect(documents.size).toBe(0);
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
  },
);

test('a follow-up follows its lead to the new owner', () => {
  const { changes, sums } = viewAfter(created, scheduled, reassigned);
  expect(changes.at(-1)).toMatchObject({ before: asha.id, after: ravi.id });
  expect([sums.get(`org_${asha.id}_2026-11-24`), sums.get(`org_${ravi.id}_2026-11-24`)]).toEqual([
    0, 1,
  ]);
});

test('due follow-ups are summed over a range of days', () =>
  expect(
    countBetween({ '2026-11-20': 1, '2026-11-21': 2, '2026-11-22': 4 }, '2026-11-20', '2026-11-21'),
  ).toBe(2));

test('the follow-up of a lost lead stays open, and is not due', () => {
  const { documents, sums } = viewAfter(created, scheduled, laterFollowUp, lost);
  expect(documents.size).toBe(2);
  const sumsByKey = new Map(
    dueCountKeys(asha.id).map((key) => [
      key,
      Object.fromEntries(
        ['2026-11-24', '2026-11-30'].map((day) => [day, sums.get(`org_${key}_${day}`) ?? 0]),
      ),
    ]),
  );
  expect(sumsByKey.get(followUpCountKey(asha.id))).toEqual({ '2026-11-24': 1, '2026-11-30': 1 });
  expect(dueByDay(sumsByKey, asha.id)).toEqual({
    byDay: { '2026-11-24': 0, '2026-11-30': 0 },
    finished: 2,
  });
});
