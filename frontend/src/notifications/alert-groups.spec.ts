import { expect, it } from '@jest/globals';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { groupAlerts, TO_DO } from './alert-groups.js';

const alert = (alertId: string, kind: AlertItem['about']['kind'], at: string): AlertItem => ({
  alertId,
  at,
  on: at.slice(0, 10),
  isRead: false,
  about: { kind },
  type: kind.includes('follow') ? 'followup' : 'bill',
  by: { id: 'asha', name: 'Asha' },
});
const alerts = [
  alert('due', 'follow-up-due', '2026-11-26T02:30:00.000Z'),
  alert('bill', 'bill-submitted', '2026-11-26T02:30:00.000Z'),
  alert('overdue', 'follow-up-overdue', '2026-11-26T02:30:00.000Z'),
  alert('sample', 'sample-followup', '2026-11-26T02:30:00.000Z'),
  alert('due-yesterday', 'follow-up-due', '2026-11-25T02:30:00.000Z'),
];
const dayOf = (at: string): string => at.slice(0, 10);
/** Ids of the alerts by day; those of one group are joined: `due+overdue`. */
const groupedIds = ({ sharesRows }: { readonly sharesRows: boolean }) =>
  groupAlerts(alerts, dayOf, { sharesRows }).map(({ day, groups }) => [
    day,
    groups.map((group) => group.map(({ alertId }) => alertId).join('+')),
  ]);

it('puts the follow-ups of a day into one group, without samples and other days', () =>
  expect(groupedIds({ sharesRows: true })).toEqual([
    ['2026-11-26', ['due+overdue', 'bill', 'sample']],
    ['2026-11-25', ['due-yesterday']],
  ]));

it('lists each follow-up by itself if the list is filtered by follow-ups', () =>
  expect(groupedIds({ sharesRows: false })).toEqual([
    ['2026-11-26', ['due', 'bill', 'overdue', 'sample']],
    ['2026-11-25', ['due-yesterday']],
  ]));

it('puts the leads that a member has assigned on a day into one group', () => {
  const assignmentAlert = (alertId: string, assignerId: string): AlertItem => ({
    ...alert(alertId, 'lead-assigned', '2026-11-26T02:30:00.000Z'),
    by: { id: assignerId, name: '' },
    lead: { name: alertId, city: 'Pune', phone: '+919822041736', status: 'New' },
  });
  const [day] = groupAlerts(
    [assignmentAlert('a', 'meera'), assignmentAlert('b', 'anil'), assignmentAlert('c', 'meera')],
    dayOf,
    { sharesRows: true },
  );
  expect(day!.groups.map((group) => group.map(({ alertId }) => alertId))).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

it('lists alerts that ask for an action before all days', () => {
  const days = groupAlerts(alerts, dayOf, {
    sharesRows: true,
    isToDo: ({ alertId }) => alertId === 'bill' || alertId === 'due-yesterday',
  });
  const firstIdsByDay = days.map(({ day, groups }) => [
    day,
    groups.map(([{ alertId }]) => alertId),
  ]);
  expect(firstIdsByDay).toEqual([
    [TO_DO, ['bill', 'due-yesterday']],
    ['2026-11-26', ['due', 'sample']],
  ]);
});
