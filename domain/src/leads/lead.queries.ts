import { z } from 'zod';
import { dayAfter } from '../kernel/values/days.js';
import {
  type QueryDefinitions,
  after,
  asOfParams,
  csvText,
  filter,
  asOfOnly,
  query,
  rows,
  search,
} from '../kernel/query.js';
import { phone } from '../kernel/values/phone-number.js';
import { day, id, place } from '../kernel/schema.js';
import { listOf } from '../kernel/views.js';
import { isWaitingGap } from './gaps.js';
import {
  type LeadDayKind,
  leadDayKinds,
  type LeadGap,
  leadGaps,
  leadSorts,
  leadStatuses,
  leadTypes,
  MAX_LEAD_DAYS,
} from './lead.values.js';
import { moneyPeriods } from './money-periods.js';
import {
  activity,
  dashboard,
  foundAddress,
  leadDetail,
  leadList,
  leadWithNumber,
  money,
  timeline,
} from './lead.views.js';

/**
 * Filter of leads by the day on which they were captured, quoted or converted, as the daily figures
 * count.
 */
export type RequestedDays = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly dayOf?: LeadDayKind | undefined;
};

function findDayIssues({
  from,
  to,
}: RequestedDays): readonly { readonly path: string; readonly message: string }[] {
  if (to !== undefined && from === undefined)
    return [{ path: 'from', message: 'Enter the first day' }];
  if (to === undefined || from === undefined) return [];
  if (to < from) return [{ path: 'to', message: 'This must not be before the first day' }];
  return to >= dayAfter(from, MAX_LEAD_DAYS)
    ? [{ path: 'to', message: `At most ${MAX_LEAD_DAYS} days` }]
    : [];
}

const leadFilters = {
  status: filter(z.enum(leadStatuses)),
  type: filter(z.enum(leadTypes)),
  assignedTo: filter(id),
  gap: filter(z.enum(leadGaps)),
  q: search,
  sort: filter(z.enum(leadSorts)),
  from: filter(day),
  to: filter(day),
  dayOf: filter(z.enum(leadDayKinds)),
};

function checkFilters(
  {
    sort,
    ...filters
  }: RequestedDays & { readonly gap?: LeadGap | undefined; readonly sort?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const isSortChosen = sort !== undefined && sort !== 'created';
  for (const { path, message } of findDayIssues(filters))
    context.addIssue({ code: 'custom', path: [path], message });
  if (filters.from !== undefined && isSortChosen)
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: 'Leads of chosen days come in the order of their days',
    });
  if (filters.gap !== undefined && filters.from !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['gap'],
      message: 'Choose days or a next step, not both',
    });
  if (isWaitingGap(filters.gap) && isSortChosen)
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: 'Leads that wait come in the order of their waiting',
    });
}

const leadListParams = z
  .strictObject({ ...leadFilters, after, rows, ...asOfParams })
  .superRefine(checkFilters);
export type LeadListParams = z.output<typeof leadListParams>;

const leadExportParams = z.strictObject(leadFilters).superRefine(checkFilters);
export type LeadExportParams = z.output<typeof leadExportParams>;

const moneyParams = z.strictObject({
  period: filter(z.enum(moneyPeriods)),
  member: filter(id),
  ...asOfParams,
});
export type MoneyParams = z.output<typeof moneyParams>;

const pageParams = z.strictObject({ after: z.string().max(500).optional() });
export type PageParams = z.output<typeof pageParams>;

/** Activity, of a member or of everybody whom the asker sees. */
const activityParams = pageParams.extend({ member: filter(id) });
export type ActivityParams = z.output<typeof activityParams>;

const numberParams = z.strictObject({ phone });
export type NumberParams = z.output<typeof numberParams>;

/** Degrees. A missing value must not become 0, which is a place. */
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'This must be a number of degrees')
  .transform(Number);
const addressParams = z.strictObject({
  lat: degrees.pipe(place.shape.lat),
  lng: degrees.pipe(place.shape.lng),
});
export type AddressParams = z.output<typeof addressParams>;

export const leadQueries = {
  ListLeads: query('/api/leads', 'own', leadList, leadListParams),
  ExportLeads: query('/api/leads.csv', ['admin'], csvText, leadExportParams),
  GetLead: query('/api/leads/:leadId', 'own', leadDetail),
  FindLeadByNumber: query('/api/lead-with-number', 'own', leadWithNumber, numberParams),
  GetTimeline: query('/api/leads/:leadId/timeline', 'own', timeline, pageParams),
  GetDashboard: query('/api/dashboard', 'own', dashboard, asOfOnly),
  GetMoney: query('/api/money', 'own', money, moneyParams),
  ListActivity: query('/api/activity', 'own', listOf(activity), activityParams),
  FindAddress: query('/api/geocode', 'member', foundAddress, addressParams),
} as const satisfies QueryDefinitions;
