import { z } from 'zod';
import { dayAfter } from '../kernel/days.js';
import { type QueryDefinitions, after, filter, query, search } from '../kernel/query.js';
import { day, id, phone } from '../kernel/schema.js';
import type { List } from '../kernel/views.js';
import { type LeadDayKind, leadDayKinds, leadSorts, leadStatuses, leadTypes, mostLeadDays } from './lead.values.js';
import type { Activity, Dashboard, LeadWithNumber, LeadDetail, LeadList, TimelineEntry } from './lead.views.js';

/** By which days leads are asked for: those on which they were captured, quoted or converted, as the daily figures count them. */
export type AskedDays = { readonly from?: string | undefined; readonly to?: string | undefined; readonly dayOf?: LeadDayKind | undefined };

/** What is wrong with the days that are asked for, by field. */
function wrongDays({ from, to }: AskedDays): readonly { readonly path: string; readonly message: string }[] {
  if (to !== undefined && from === undefined) return [{ path: 'from', message: 'Enter the first day' }];
  if (to === undefined || from === undefined) return [];
  if (to < from) return [{ path: 'to', message: 'This must not be before the first day' }];
  return to >= dayAfter(from, mostLeadDays) ? [{ path: 'to', message: `At most ${mostLeadDays} days` }] : [];
}

const leadListParams = z
  .strictObject({
    status: filter(z.enum(leadStatuses)),
    type: filter(z.enum(leadTypes)),
    assignedTo: filter(id),
    q: search,
    sort: filter(z.enum(leadSorts)),
    after,
    ...{ from: filter(day), to: filter(day), dayOf: filter(z.enum(leadDayKinds)) },
  })
  .superRefine(({ sort, ...asked }, context) => {
    for (const { path, message } of wrongDays(asked)) context.addIssue({ code: 'custom', path: [path], message });
    if (asked.from !== undefined && sort !== undefined && sort !== 'created')
      context.addIssue({ code: 'custom', path: ['sort'], message: 'Leads of chosen days come in the order of their days' });
  });
export type LeadListParams = z.output<typeof leadListParams>;

const pageParams = z.strictObject({ after: z.string().max(500).optional() });
export type PageParams = z.output<typeof pageParams>;

const numberParams = z.strictObject({ phone });
export type NumberParams = z.output<typeof numberParams>;

export const leadQueries = {
  ListLeads: query<LeadList>()('/api/leads', 'own', leadListParams),
  GetLead: query<LeadDetail>()('/api/leads/:leadId', 'own'),
  FindLeadByNumber: query<LeadWithNumber>()('/api/lead-with-number', 'own', numberParams),
  GetTimeline: query<List<TimelineEntry>>()('/api/leads/:leadId/timeline', 'own', pageParams),
  GetDashboard: query<Dashboard>()('/api/dashboard', 'own'),
  ListActivity: query<List<Activity>>()('/api/activity', 'own', pageParams),
} as const satisfies QueryDefinitions;
