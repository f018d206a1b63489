import { z } from 'zod';
import { billItem } from '../bills/bill.views.js';
import { leadItem } from '../leads/lead.views.js';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef } from '../kernel/views.js';
import { alertAbout } from './alerts.commands.js';
import { alertTypes } from './alerts.values.js';

/**
 * Parts of a bill that an alert shows. Approving the bill in the alert sends its revision. Day and
 * note fill the form for a new bill that replaces a rejected one.
 */
export const alertBill = billItem.pick({
  type: true,
  amountPaise: true,
  spentOn: true,
  note: true,
  imageFileId: true,
  reason: true,
  status: true,
  isErased: true,
  revision: true,
});

/** Parts of a lead that an alert shows. Number and status are for the action that it offers. */
export const alertLead = leadItem.pick({ name: true, city: true, phone: true, status: true });

/**
 * Item of `GET /api/alerts`, with records as they are now. `lead`, `bill` or `offer` is missing if
 * it is gone, or if the member may no longer see it.
 */
const alertItem = z.strictObject({
  alertId: z.string(),
  on: day,
  type: z.enum(alertTypes),
  about: alertAbout,
  /** Member who caused the alert. */
  by: personRef,
  at: instant,
  isRead: z.boolean(),
  lead: alertLead.optional(),
  bill: alertBill.optional(),
  offer: z.strictObject({ title: z.string() }).optional(),
  /** Member who joined, or requested a role. */
  member: personRef.optional(),
});
export type AlertItem = Answer<typeof alertItem>;

/**
 * `unreadMonths` comes with the first page: months with unread alerts, each read by its own
 * command. `unread`, the number of those alerts, also comes with it.
 */
export const alertList = listOf(alertItem, {
  unreadMonths: z.array(z.string()).optional(),
  unread: count.optional(),
});
export type AlertList = Answer<typeof alertList>;

/** `GET /api/alerts/counts`: alerts raised since the bell was last opened, by type. */
export const alertCounts = z.record(z.enum(alertTypes), count);
export type AlertCounts = Answer<typeof alertCounts>;

/** `GET /api/push`: public key for a browser's subscription. */
export const pushKey = z.strictObject({ publicKey: z.string() });
export type PushKey = Answer<typeof pushKey>;
