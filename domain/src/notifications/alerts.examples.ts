import type { AlertsEvent } from './alerts.commands.js';

export const seen: AlertsEvent = { type: 'AlertsSeen', data: {} };

/** One of each: what stored events of this version look like. */
export const alertsExamples = { AlertsSeen: seen } satisfies Record<AlertsEvent['type'], AlertsEvent>;
