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

/**
 * Ids only: what is shown is looked up when it is asked for, so that nothing of a person outlives
 * an erasure here.
 */
export const alertAbout = z.strictObject({
  kind: z.enum(alertKinds),
  leadId: id.optional(),
  followUpId: id.optional(),
  dueOn: day.optional(),
  billId: id.optional(),
  offerId: id.optional(),
  memberId: id.optional(),
});
export type AlertAbout = z.output<typeof alertAbout>;

/**
 * `on`: the day that the alert belongs to, by whose month its stream is found. `happenedAt`: of
 * what it tells of; left out, when it is raised.
 */
const raised = {
  alertId: id,
  on: day,
  type: z.enum(alertTypes),
  about: alertAbout,
  happenedAt: instant.optional(),
};

export const alertsCommands = {
  /**
   * The id follows from what the alert is about, so that raising it twice is raising it once. Its
   * day must not depend on when it is raised.
   */
  RaiseAlert: {
    may: 'internal',
    data: z.strictObject({ memberId: id, ...raised }),
    refersTo: { memberId: 'member' },
  },
  ReadAlert: { may: 'member', data: z.strictObject({ alertId: id, on: day }) },
  /** All of the month of that day. */
  ReadAllAlerts: { may: 'member', data: z.strictObject({ on: day }) },
  /** The bell was opened: its counts begin anew. */
  MarkAlertsSeen: { may: 'member', data: z.strictObject({}) },
} as const satisfies CommandDefinitions;
export type AlertsCommand = CommandsIn<typeof alertsCommands>;

export const alertsEvents = {
  AlertRaised: z.object(raised),
  AlertRead: z.object({ alertId: id }),
  AllAlertsRead: z.object({}),
  AlertsSeen: z.object({}),
} as const satisfies EventDefinitions;
export type AlertsEvent = EventsIn<typeof alertsEvents>;
