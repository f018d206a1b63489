import { type AlertsEvent, alertsEvents } from '#domain/notifications/alerts.commands.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type AlertsSeenDocument = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly seenAt: string;
  /** The organization's day on which it was. */
  readonly seenOn: string;
};

/** When a member last opened the bell, for each month in which it was opened: the newest counts. */
export const alertsSeen: PerStream<AlertsEvent, AlertsSeenDocument> = {
  name: 'alerts-seen',
  version: 1,
  events: alertsEvents,
  indexes: [{ equal: ['organizationId', 'memberId'], sort: ['-seenAt'] }],
  audience: ({ memberId }) => memberId,
  fold: (_, { metadata: { organizationId, actorId: memberId, at: seenAt, on: seenOn } }) => ({ organizationId, memberId, seenAt, seenOn }),
};
