import { expect, test } from '@jest/globals';
import type { Activity } from '#domain/leads/lead.views.js';
import { groupActivities } from './activity-groups.js';

const entry = (
  entryId: string,
  seconds: number,
  type: 'NoteAdded' | 'FollowUpCompleted' | 'LeadStatusChanged',
  more: Partial<Activity> = {},
): Activity =>
  ({
    entryId,
    leadId: 'rajesh',
    leadName: 'Rajesh Patil',
    by: { id: 'asha', name: 'Asha' },
    at: new Date(Date.UTC(2026, 10, 21, 9, 0, seconds)).toISOString(),
    noted: { type },
    ...more,
  }) as Activity;
const groupedIds = (...activity: Activity[]) =>
  groupActivities(activity).map(({ newest, entries }) => [
    newest.entryId,
    entries.map(({ entryId }) => entryId),
  ]);

test('steps of a minute by one person on one lead are one group, without the steps that a note implies', () => {
  expect(
    groupedIds(
      entry('c', 50, 'LeadStatusChanged'),
      entry('b', 49, 'FollowUpCompleted'),
      entry('a', 10, 'NoteAdded'),
    ),
  ).toEqual([['c', ['c', 'a']]]);
  expect(groupedIds(entry('b', 50, 'NoteAdded'), entry('a', 10, 'NoteAdded'))).toEqual([
    ['b', ['b', 'a']],
  ]);
});

test('a group of implied steps alone shows its newest step', () =>
  expect(
    groupedIds(entry('b', 2, 'FollowUpCompleted'), entry('a', 1, 'FollowUpCompleted')),
  ).toEqual([['b', ['b']]]));

test('another person, another lead or a later minute is another group', () => {
  const other = { by: { id: 'ravi', name: 'Ravi' } };
  expect(groupedIds(entry('b', 2, 'NoteAdded', other), entry('a', 1, 'NoteAdded'))).toHaveLength(2);
  expect(
    groupedIds(entry('b', 2, 'NoteAdded', { leadId: 'sunita' }), entry('a', 1, 'NoteAdded')),
  ).toHaveLength(2);
  expect(groupedIds(entry('b', 120, 'NoteAdded'), entry('a', 1, 'NoteAdded'))).toHaveLength(2);
});
