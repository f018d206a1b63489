import { defineAggregate } from '../kernel/aggregate.js';
import { unreachable } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { refuse } from '../kernel/refusal.js';
import { type AlertsEvent, alertsCommands, alertsEvents } from './alerts.commands.js';
import { alertsExamples } from './alerts.examples.js';
import { isFollowUpAlert } from './alerts.values.js';

type Raised = MessageNamed<AlertsEvent, 'AlertRaised'>['data'];
type Alert = { readonly raised: Raised; readonly isRead: boolean };
/**
 * A member's alerts of one month, so that streams stay small. They are split into parts by the ends
 * of their ids, because adding an alert copies its whole part.
 */
export type Alerts = ReadonlyMap<string, ReadonlyMap<string, Alert>>;

/** Part of the month that holds an alert: the last two hexadecimal digits of its id. */
export const partKey = (alertId: string): string => alertId.slice(-2);
export const allParts: readonly string[] = Array.from({ length: 256 }, (_, part) =>
  part.toString(16).padStart(2, '0'),
);
const findAlert = (alerts: Alerts, alertId: string): Alert | undefined =>
  alerts.get(partKey(alertId))?.get(alertId);
const withAlert = (alerts: Alerts, alert: Alert): Alerts => {
  const { alertId } = alert.raised;
  return new Map(alerts).set(
    partKey(alertId),
    new Map(alerts.get(partKey(alertId))).set(alertId, alert),
  );
};
export const isAlertRead = (alerts: Alerts, alertId: string): boolean =>
  findAlert(alerts, alertId)?.isRead ?? false;
/** Whether all alerts of a day's follow-ups are read. */
export const areFollowUpsRead = (alerts: Alerts, day: string): boolean =>
  [...alerts.values()].every((part) =>
    [...part.values()].every(
      ({ raised, isRead }) => isRead || raised.on !== day || !isFollowUpAlert(raised.about.kind),
    ),
  );
const areAllRead = (alerts: Alerts): boolean =>
  [...alerts.values()].every((part) => [...part.values()].every(({ isRead }) => isRead));

/** Id of the member's stream for the month of `on`, a day or an instant. */
export const streamOfMonth = (memberId: string, on: string): string =>
  `${memberId}-${on.slice(0, 7)}`;
/** Member of a stream by its id. */
export const parseMemberId = (streamId: string): string => streamId.replace(/-\d{4}-\d{2}$/, '');

export const alertsAggregate = defineAggregate({
  category: 'alerts',
  commands: alertsCommands,
  events: alertsEvents,
  examples: alertsExamples,
  /** Members reach only their own stream; only the server raises alerts for others. */
  streamId(data, { accountId, now }) {
    const memberId = 'memberId' in data ? data.memberId : accountId;
    return streamOfMonth(memberId, 'on' in data ? data.on : now);
  },
  notFound: 'alert-not-found',
  initialState: new Map(),

  evolve(alerts: Alerts, event): Alerts {
    switch (event.type) {
      case 'AlertRaised':
        return withAlert(alerts, { raised: event.data, isRead: false });
      case 'AlertRead': {
        const alert = findAlert(alerts, event.data.alertId);
        return alert ? withAlert(alerts, { ...alert, isRead: true }) : alerts;
      }
      case 'AllAlertsRead':
        return new Map(
          [...alerts].map(([key, part]) => [
            key,
            new Map([...part].map(([id, alert]) => [id, { ...alert, isRead: true }])),
          ]),
        );
      case 'AlertsSeen':
        return alerts;
      default:
        return unreachable(event);
    }
  },

  decide(command, alerts) {
    switch (command.type) {
      case 'RaiseAlert': {
        const { memberId: _, ...data } = command.data;
        const existing = findAlert(alerts, data.alertId);
        if (!existing) return [{ type: 'AlertRaised', data }];
        return isEqual(existing.raised, data) ? [] : refuse('alert-exists', 'alertId');
      }
      case 'ReadAlert': {
        const { alertId } = command.data;
        const { isRead } = findAlert(alerts, alertId) ?? refuse('alert-not-found', 'alertId');
        return isRead ? [] : [{ type: 'AlertRead', data: { alertId } }];
      }
      case 'ReadAllAlerts':
        return areAllRead(alerts) ? [] : [{ type: 'AllAlertsRead', data: {} }];
      case 'MarkAlertsSeen':
        return [{ type: 'AlertsSeen', data: {} }];
      default:
        return unreachable(command);
    }
  },
});
