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
  alert('a', 'follow-up-due', '2026-11-26T02:30:00.000Z'),
  alert('b', 'bill-submitted', '2026-11-26T02:30:00.000Z'),
  alert('c', 'follow-up-overdue', '2026-11-26T02:30:00.000Z'),
  alert('d', 'sample-followup', '2026-11-26T02:30:00.000Z'),
  alert('e', 'follow-up-due', '2026-11-25T02:30:00.000Z'),
];
const shownAlertIds = (sharesRows: boolean) =>
  groupAlerts(alerts, (at) => at.slice(0, 10), { sharesRows }).map(({ day, groups }) => [
    day,
    groups.map((group) => group.map(({ alertId }) => alertId).join('+')),
  ]);

it('puts the follow-ups of a day into one group, without samples and other days', () =>
  expect(shownAlertIds(true)).toEqual([
    ['2026-11-26', ['a+c', 'b', 'd']],
    ['2026-11-25', ['e']],
  ]));

it('lists each follow-up by itself if the list is filtered by follow-ups', () =>
  expect(shownAlertIds(false)).toEqual([
    ['2026-11-26', ['a', 'b', 'c', 'd']],
    ['2026-11-25', ['e']],
  ]));

it('puts the leads that a member has assigned on a day into one group', () => {
  const assignmentAlert = (alertId: string, id: string): AlertItem => ({
    ...alert(alertId, 'lead-assigned', '2026-11-26T02:30:00.000Z'),
    by: { id, name: '' },
    lead: { name: alertId, city: 'Pune', phone: '+919822041736', status: 'New' },
  });
  const [day] = groupAlerts(
    [assignmentAlert('a', 'meera'), assignmentAlert('b', 'anil'), assignmentAlert('c', 'meera')],
    (at) => at.slice(0, 10),
    { sharesRows: true },
  );
  expect(day!.groups.map((group) => group.map(({ alertId }) => alertId))).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

it('shows what asks for something before all days', () => {
  const days = groupAlerts(alerts, (at) => at.slice(0, 10), {
    sharesRows: true,
    isToDo: ({ alertId }) => alertId === 'b' || alertId === 'e',
  });
  expect(
    days.map(({ day, groups }) => [day, groups.map(([{ alertId }]) => alertId).join()]),
  ).toEqual([
    [TO_DO, 'b,e'],
    ['2026-11-26', 'a,d'],
  ]);
});
