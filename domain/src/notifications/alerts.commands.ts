import { z } from 'zod';
import {
  type CommandDefinitions,
  type CommandsIn,
  type EventDefinitions,
  type EventsIn,
  day,
  id,
  instant,
} from '../kernel/schema.js';
import { alertKinds, alertTypes } from './alerts.values.js';

/** Ids only. Names are looked up when alerts are read, so that erasures need not touch them. */
export const alertAbout = z.strictObject({
  kind: z.enum(alertKinds),
  leadId: id.optional(),
  followUpId: id.optional(),
  dueOn: day.optional(),
  quotationId: id.optional(),
  billId: id.optional(),
  offerId: id.optional(),
  memberId: id.optional(),
});
export type AlertAbout = z.output<typeof alertAbout>;

/**
 * `on`: the alert's day, whose month selects the stream. `happenedAt`: time of the event; default
 * is now.
 */
const raisedAlert = {
  alertId: id,
  on: day,
  type: z.enum(alertTypes),
  about: alertAbout,
  happenedAt: instant.optional(),
};

export const alertsCommands = {
  /**
   * `alertId` is derived from `about`, which makes repetitions harmless. `on` must not depend on
   * the time of sending.
   */
  RaiseAlert: {
    may: 'internal',
    data: z.strictObject({ memberId: id, ...raisedAlert }),
    refersTo: { memberId: 'member' },
  },
  ReadAlert: { may: 'member', data: z.strictObject({ alertId: id, on: day }) },
  /** Reads all alerts of the day's month. */
  ReadAllAlerts: { may: 'member', data: z.strictObject({ on: day }) },
  /** The bell was opened, which resets its counts. */
  MarkAlertsSeen: { may: 'member', data: z.strictObject({}) },
} as const satisfies CommandDefinitions;
export type AlertsCommand = CommandsIn<typeof alertsCommands>;

export const alertsEvents = {
  AlertRaised: z.object(raisedAlert),
  AlertRead: z.object({ alertId: id }),
  AllAlertsRead: z.object({}),
  AlertsSeen: z.object({}),
} as const satisfies EventDefinitions;
export type AlertsEvent = EventsIn<typeof alertsEvents>;
