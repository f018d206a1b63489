import { describe, expect, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import { asha, context, ravi } from '../leads/lead.examples.js';
import { alertsAggregate } from './alerts.aggregate.js';
import {
  alertId,
  alertRead,
  allAlertsRead,
  assignedAlert,
  dueAlert,
  dueAlertId,
  seen,
} from './alerts.examples.js';

const given = specify(alertsAggregate, context);
const sender = { accountId: asha.id, organizationId: 'an-organization', now: context.now };

describe('the bell', () => {
  test('is recorded as opened', () =>
    given().when({ type: 'MarkAlertsSeen', data: {} }).then(seen));
  test('is recorded as opened each time', () =>
    given(seen).when({ type: 'MarkAlertsSeen', data: {} }).then(seen));
  test('belongs to the sender, with a stream per month', () =>
    expect(alertsAggregate.streamId({}, sender)).toBe(`${asha.id}-2026-11`));
});

describe('an alert', () => {
  const raise = { type: 'RaiseAlert', data: { memberId: ravi.id, ...assignedAlert.data } } as const;

  test('is raised', () => given().when(raise).then(assignedAlert));
  test('is raised once, however often it is requested', () =>
    given(assignedAlert).when(raise).thenNothing());
  test('that was read is not raised again', () =>
    given(assignedAlert, alertRead).when(raise).thenNothing());
  test('about another record under a known id is refused', () =>
    given(assignedAlert)
      .when({ ...raise, data: { ...raise.data, about: { kind: 'quote-requested' } } })
      .thenRefused('alert-exists', 'alertId'));
  test('is in its recipient’s stream of its own month, whenever it is raised', () =>
    expect(alertsAggregate.streamId({ ...raise.data, on: '2026-10-31' }, sender)).toBe(
      `${ravi.id}-2026-10`,
    ));

  const read = { type: 'ReadAlert', data: { alertId, on: '2026-11-21' } } as const;
  test('is read', () => given(assignedAlert, dueAlert).when(read).then(alertRead));
  test('is read only once', () => given(assignedAlert, alertRead).when(read).thenNothing());
  test('that does not exist cannot be read', () =>
    given(dueAlert).when(read).thenRefused('alert-not-found', 'alertId'));
});

describe('all alerts of a month', () => {
  const readAll = { type: 'ReadAllAlerts', data: { on: '2026-11-21' } } as const;

  test('are read at once', () =>
    given(assignedAlert, dueAlert, alertRead).when(readAll).then(allAlertsRead));
  test('that are read already change nothing', () =>
    given(assignedAlert, alertRead).when(readAll).thenNothing());
  test('are read again after another was raised', () =>
    given(assignedAlert, allAlertsRead, dueAlert).when(readAll).then(allAlertsRead));
  test('leave no unread alert', () =>
    given(assignedAlert, dueAlert, allAlertsRead)
      .when({ type: 'ReadAlert', data: { alertId: dueAlertId, on: '2026-11-24' } })
      .thenNothing());
});
