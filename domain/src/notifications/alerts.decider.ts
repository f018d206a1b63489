import type { Decider } from '../kernel/decider.js';
import { type AlertsCommand, type AlertsEvent, alertsEvents } from './alerts.commands.js';

/** A member's alerts of one month, so that no stream grows for years. Only the latest opening of the bell counts. */
export type Alerts = Readonly<Record<string, never>>;

export const alertsDecider: Decider<Alerts, AlertsCommand, AlertsEvent> = {
  category: 'alerts',
  scope: 'organization',
  /** The sender's own, so that no member reaches another's. */
  idIn: (_, sender) => `${sender.accountId}-${sender.now.slice(0, 7)}`,
  events: alertsEvents,
  notFound: 'account-not-found',
  ownerOf: () => undefined,
  holds: () => [],
  initialState: {},
  evolve: (alerts) => alerts,
  decide: () => [{ type: 'AlertsSeen', data: {} }],
};
