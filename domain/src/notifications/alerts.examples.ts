import { followUpId, leadId } from '../leads/lead.examples.js';
import type { AlertsEvent } from './alerts.commands.js';

export const alertId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8b01';
export const dueAlertId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8b02';

export const assignedAlert = {
  type: 'AlertRaised',
  data: {
    alertId,
    on: '2026-11-21',
    type: 'lead',
    about: { kind: 'lead-assigned', leadId },
    happenedAt: '2026-11-21T09:29:00.000Z',
  },
} as const satisfies AlertsEvent;
export const dueAlert = {
  type: 'AlertRaised',
  data: {
    alertId: dueAlertId,
    on: '2026-11-24',
    type: 'followup',
    about: { kind: 'follow-up-due', leadId, followUpId, dueOn: '2026-11-24' },
  },
} as const satisfies AlertsEvent;
export const alertRead: AlertsEvent = { type: 'AlertRead', data: { alertId } };
export const allAlertsRead: AlertsEvent = { type: 'AllAlertsRead', data: {} };
export const seen: AlertsEvent = { type: 'AlertsSeen', data: {} };

/** Example of each event: the stored form of the current version. */
export const alertsExamples = {
  AlertRaised: { ...dueAlert, data: { ...dueAlert.data, happenedAt: '2026-11-24T02:30:00.000Z' } },
  AlertRead: alertRead,
  AllAlertsRead: allAlertsRead,
  AlertsSeen: seen,
} satisfies Record<AlertsEvent['type'], AlertsEvent>;
