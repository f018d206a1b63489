import { unreachable } from '#domain/kernel/decider.js';
import {
  type AlertAbout,
  type AlertsEvent,
  alertsEvents,
} from '#domain/notifications/alerts.commands.js';
import { allParts, parseMemberId, partKey } from '#domain/notifications/alerts.aggregate.js';
import type { AlertState, AlertType } from '#domain/notifications/alerts.values.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Alert with ids only; names of leads and people are looked up when it is shown. */
export type AlertDocument = {
  readonly alertId: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly on: string;
  readonly type: AlertType;
  readonly about: AlertAbout;
  /** Member who caused the alert. */
  readonly by: string;
  /** Time of the event behind the alert. */
  readonly at: string;
  /**
   * Position at which the alert was raised. The bell counts by it, because a clock may be set back.
   */
  readonly position: string;
  readonly state: AlertState;
};

/**
 * Part of a month's alerts (see `partKey`). An admin of many reps has thousands in a month; a
 * new alert loads and writes its part only.
 */
type AlertsOfMonth = { readonly alerts: readonly AlertDocument[] };

/** Sum key of a member's unread alerts; amounts by month. */
export const unreadKey = (memberId: string) => memberId;

/** A member's alerts, newest first; nobody else is notified. */
export const alerts: PerStream<AlertsEvent, AlertsOfMonth, AlertDocument> = {
  name: 'alerts',
  version: 4,
  events: alertsEvents,
  indexes: [
    { equal: ['organizationId', 'memberId'], sort: ['-at'] },
    { equal: ['organizationId', 'memberId'], sort: ['-position'] },
  ],
  filters: ['type', 'state'],
  audience: ({ memberId }) => memberId,
  room: ({ memberId }) => `member:${memberId}`,
  partsOf({ type, data }) {
    if ('alertId' in data) return [partKey(data.alertId)];
    return type === 'AllAlertsRead' ? allParts : [];
  },
  fold(month, event) {
    const { organizationId, actorId: by, at: raisedAt } = event.metadata;
    const { position } = event;
    switch (event.type) {
      case 'AlertRaised': {
        const { happenedAt: at = raisedAt, ...data } = event.data;
        return {
          alerts: [
            ...(month?.alerts ?? []),
            {
              ...data,
              organizationId,
              memberId: parseMemberId(parseStream(event.stream).id),
              by,
              at,
              position,
              state: 'unread',
            },
          ],
        };
      }
      case 'AlertRead':
        return (
          month && {
            alerts: month.alerts.map((alert) =>
              alert.alertId === event.data.alertId ? markRead(alert) : alert,
            ),
          }
        );
      case 'AllAlertsRead':
        return month && { alerts: month.alerts.map(markRead) };
      case 'AlertsSeen':
        return month;
      default:
        return unreachable(event);
    }
  },
  documents: (month) => Object.fromEntries(month.alerts.map((alert) => [alert.alertId, alert])),
  counts({ alerts: month }) {
    const [first] = month;
    if (!first) return [];
    const unread = month.filter(({ state }) => state === 'unread').length;
    return [
      {
        key: unreadKey(first.memberId),
        amounts: { [first.on.slice(0, 7)]: unread },
      },
    ];
  },
};

/**
 * Marks an alert as read. Returns the same object if it is read already, so that it is not written
 * again.
 */
const markRead = (alert: AlertDocument): AlertDocument =>
  alert.state === 'read' ? alert : { ...alert, state: 'read' };
