import { z } from 'zod';
import { billTypes } from '../bills/bill.values.js';
import {
  type QueryDefinitions,
  after,
  filter,
  query,
  search,
  valueNames,
} from '../kernel/query.js';
import { alertKinds, alertStates, alertTypes } from './alerts.values.js';
import { alertCounts, alertList, pushKey } from './alerts.views.js';

const alertListParams = z.strictObject({
  type: filter(z.enum(alertTypes)),
  state: filter(z.enum(alertStates)),
  q: search,
  typeNames: valueNames(alertTypes),
  billTypeNames: valueNames(billTypes),
  /** Texts that the screen shows for kinds of alerts; searches match them. */
  kindTexts: valueNames(alertKinds),
  after,
});
export type AlertListParams = z.output<typeof alertListParams>;

export const alertsQueries = {
  ListAlerts: query('/api/alerts', 'member', alertList, alertListParams),
  CountAlerts: query('/api/alerts/counts', 'member', alertCounts),
  GetPushKey: query('/api/push', 'member', pushKey),
} as const satisfies QueryDefinitions;
