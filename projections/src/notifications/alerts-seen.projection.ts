import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type AlertsEvent, alertsEvents } from '#domain/notifications/alerts.commands.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type AlertsSeenDocument = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly position: string;
};

/**
 * Position at which a member last opened the bell. Each month has its own stream, and the newest
 * document counts. Positions, unlike times, stay in order when a clock is set back.
 */
export const alertsSeen: PerStream<MessageNamed<AlertsEvent, 'AlertsSeen'>, AlertsSeenDocument> = {
  name: 'alerts-seen',
  version: 3,
  events: { AlertsSeen: alertsEvents.AlertsSeen },
  indexes: [{ equal: ['organizationId', 'memberId'], sort: ['-position'] }],
  audience: ({ memberId }) => memberId,
  fold: (_, { position, metadata: { organizationId, actorId: memberId } }) => ({
    organizationId,
    memberId,
    position,
  }),
};
