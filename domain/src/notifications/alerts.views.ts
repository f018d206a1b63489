import type { BillType } from '../bills/bill.values.js';
import type { List, PersonRef } from '../kernel/views.js';
import type { AlertAbout } from './alerts.commands.js';
import type { AlertType } from './alerts.values.js';

/**
 * One of `GET /api/alerts`. What it speaks of is as it is now; `lead`, `bill` or `offer` is left out where it is no longer there, or
 * not the member's to see any more.
 */
export type AlertItem = {
  readonly alertId: string;
  readonly on: string;
  readonly type: AlertType;
  readonly about: AlertAbout;
  /** Who caused it. */
  readonly by: PersonRef;
  readonly at: string;
  readonly isRead: boolean;
  readonly lead?: { readonly name: string; readonly city: string };
  readonly bill?: { readonly type: BillType };
  readonly offer?: { readonly title: string };
  /** Who joined, or asked for a role. */
  readonly member?: PersonRef;
};

/** `unreadMonths` comes with the first page: the months with unread alerts, each of which is read by a command of its own. */
export type AlertList = List<AlertItem> & { readonly unreadMonths?: readonly string[] };

/** `GET /api/alerts/counts`: alerts raised since the bell was last opened, by type. */
export type AlertCounts = Readonly<Record<AlertType, number>>;
