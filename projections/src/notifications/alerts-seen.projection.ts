import type { MessageNamed } from '#domain/kernel/message.js';
import { type AlertsEvent, alertsEvents } from '#domain/notifications/alerts.commands.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type AlertsSeenDocument = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly seenAt: string;
};

/** When a member last opened the bell, for each month in which it was opened: the newest counts. */
export const alertsSeen: PerStream<MessageNamed<AlertsEvent, 'AlertsSeen'>, AlertsSeenDocument> = {
  name: 'alerts-seen',
  version: 2,
  events: { AlertsSeen: alertsEvents.AlertsSeen },
  indexes: [{ equal: ['organizationId', 'memberId'], sort: ['-seenAt'] }],
  audience: ({ memberId }) => memberId,
  fold: (_, { metadata: { organizationId, actorId: memberId, at: seenAt } }) => ({ organizationId, memberId, seenAt }),
};
