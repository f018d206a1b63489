import { defineAggregate } from '../kernel/aggregate.js';
import { alertsCommands, alertsEvents } from './alerts.commands.js';

/** A member's alerts of one month, so that no stream grows for years. Only the latest opening of the bell counts. */
export type Alerts = Readonly<Record<string, never>>;

export const alertsAggregate = defineAggregate({
  category: 'alerts',
  commands: alertsCommands,
  events: alertsEvents,
  /** The sender's own, so that no member reaches another's. */
  streamId: (_, sender) => `${sender.accountId}-${sender.now.slice(0, 7)}`,
  notFound: 'account-not-found',
  initialState: {},
  evolve: (alerts: Alerts) => alerts,
  decide: () => [{ type: 'AlertsSeen', data: {} }],
});
