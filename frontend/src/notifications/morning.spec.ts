import { expect, it } from '@jest/globals';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { alertsByDay, TO_DO } from './morning.js';

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
const shownAlertIds = (groups: boolean) =>
  alertsByDay(alerts, (at) => at.slice(0, 10), groups).map(({ day, entries }) => [
    day,
    entries.map((entry) => entry.map(({ alertId }) => alertId).join('+')),
  ]);

it('shows the follow-ups of a day as one entry, without samples and other days', () =>
  expect(shownAlertIds(true)).toEqual([
    ['2026-11-26', ['a+c', 'b', 'd']],
    ['2026-11-25', ['e']],
  ]));

it('lists each follow-up by itself if the list is filtered by follow-ups', () =>
  expect(shownAlertIds(false)).toEqual([
    ['2026-11-26', ['a', 'b', 'c', 'd']],
    ['2026-11-25', ['e']],
  ]));

it('shows the leads that a member has assigned on a day as one entry', () => {
  const assignmentAlert = (alertId: string, id: string): AlertItem => ({
    ...alert(alertId, 'lead-assigned', '2026-11-26T02:30:00.000Z'),
    by: { id, name: '' },
    lead: { name: alertId, city: 'Pune', phone: '+919822041736', status: 'New' },
  });
  const [day] = alertsByDay(
    [assignmentAlert('a', 'meera'), assignmentAlert('b', 'anil'), assignmentAlert('c', 'meera')],
    (at) => at.slice(0, 10),
    true,
  );
  expect(day!.entries.map((entry) => entry.map(({ alertId }) => alertId))).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

it('shows what asks for something before all days', () => {
  const days = alertsByDay(
    alerts,
    (at) => at.slice(0, 10),
    true,
    ({ alertId }) => alertId === 'b' || alertId === 'e',
  );
  expect(
    days.map(({ day, entries }) => [day, entries.map(([{ alertId }]) => alertId).join()]),
  ).toEqual([
    [TO_DO, 'b,e'],
    ['2026-11-26', 'a,d'],
  ]);
});
