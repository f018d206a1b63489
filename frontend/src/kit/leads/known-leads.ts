import { compare } from '#domain/kernel/order.js';
import type { Activity, FollowUp, LeadDetail, LeadItem } from '#domain/leads/lead.views.js';
import type { UpcomingVisit, VisitItem, VisitPins } from '#domain/visits/visit.views.js';
import { records } from '../../lib/records/device-cache.js';
import { queryClient } from '../../lib/query-client.js';
import { refTo } from '../../lib/records/record.js';

/** Leads that this device has stored. */
export const knownLeads = (): readonly LeadItem[] => records.all('lead') as readonly LeadItem[];

/** Fields that a lead and a follow-up's row share. */
export type LeadSummary = Pick<LeadItem, 'leadId' | 'name' | 'siteName' | 'city' | 'status'>;

/** Follow-ups that this device has stored. */
export const storedFollowUps = (): readonly UpcomingVisit[] =>
  records.all('follow-up') as readonly UpcomingVisit[];

/** Stored leads, and leads of stored follow-ups. */
export const leadSummaries = (): readonly LeadSummary[] => [
  ...knownLeads(),
  ...storedFollowUps().map(({ leadName, ...lead }) => ({ ...lead, name: leadName })),
];

/** Fields of a lead that this device has seen. */
export type KnownLead = Pick<LeadDetail, 'leadId' | 'name'> & Partial<LeadDetail>;

/** Open follow-ups of a lead, earliest first, as far as this device knows them. */
export function knownFollowUps(leadId: string): readonly FollowUp[] {
  const detail = records.read(refTo('lead-detail', leadId)) as LeadDetail | undefined;
  return detail?.followUps ?? knownLead(leadId)?.followUps ?? [];
}

/** Place of a lead whose details this device has stored. */
export const knownPlace = (leadId: string): LeadDetail['place'] =>
  (records.read(refTo('lead-detail', leadId)) as LeadDetail | undefined)?.place;

/** Lead whose page was never opened, from stored rows, follow-ups, visits, pins and activities. */
export function knownLead(leadId: string): KnownLead | undefined {
  const isOfLead = (each: { readonly leadId: string }): boolean => each.leadId === leadId;
  const planned = storedFollowUps().filter(isOfLead);
  const followUps = planned
    .map(({ followUpId, dueOn, note }) => ({ followUpId, dueOn, note }))
    .toSorted((one, other) => compare(one.dueOn, other.dueOn));
  const row = records.read(refTo('lead', leadId)) as LeadItem | undefined;
  const plannedOrVisit =
    planned[0] ?? (records.all('visit') as readonly VisitItem[]).find(isOfLead);
  const mentioned =
    plannedOrVisit ??
    queryClient
      .getQueriesData<VisitPins>({ queryKey: ['visit-pins'] })
      .flatMap(([, pins]) => pins?.items ?? [])
      .find(isOfLead) ??
    (records.all('activity') as readonly Activity[]).find(isOfLead);
  if (!row && !mentioned) return undefined;
  const { phone, city, siteName } = plannedOrVisit ?? {};
  const { status, type, assignedTo } = planned[0] ?? {};
  return {
    leadId,
    name: mentioned?.leadName ?? '',
    phone,
    city,
    siteName,
    status,
    type,
    assignedTo,
    ...row,
    ...(followUps.length > 0 && { followUps }),
  };
}
