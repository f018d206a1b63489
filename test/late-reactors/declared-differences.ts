/**
 * Intended differences between prompt and late reactors, each with its reason. Everything else must
 * be equal.
 */
import type { Lead } from '#domain/leads/lead.js';
import { type Alerts, parseMemberId } from '#domain/notifications/alerts.aggregate.js';
import { type Quotation, findNumber } from '#domain/quotations/quotation.js';
import type { OrganizationState } from '#domain/organizations/organization.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';

/**
 * Differences that a moving clock causes. `due today`: a follow-up is announced on its due day, and
 * the morning's round announces those that a late reactor skips. `pushed in time`: a late push is
 * not sent. `day of effects`: the day on which a reactor passes a lead on or requests samples.
 */
export type DeclaredDifference = 'due today' | 'pushed in time' | 'day of effects';

type RunState = {
  readonly streams: ReadonlyMap<string, unknown>;
  readonly events: readonly RecordedEvent[];
  readonly declared: readonly DeclaredDifference[];
};
type Alert = {
  readonly about: { readonly kind: string; readonly leadId?: string; readonly followUpId?: string };
};

/** Numbers with a pending invitation. Invitations accepted or cancelled meanwhile are not sent. */
export function pendingInvitations(streams: ReadonlyMap<string, unknown>): readonly string[] {
  const organizations = [...streams]
    .filter(([stream]) => stream.startsWith('organization-'))
    .map(([, state]) => state as OrganizationState);
  const invitations = organizations.flatMap((state) =>
    state.phase === 'founded' ? state.invitations : [],
  );
  return invitations.filter(({ status }) => status === 'pending').map(({ phone }) => phone);
}

export function withoutDeclaredDifferences(stream: string, state: unknown, run: RunState): unknown {
  // An erased person has no effects: no customer is created, and the lead is passed to nobody.
  if (isErased(stream, run)) return undefined;
  // A quotation that has ended passes to nobody, and keeps only its number.
  if (stream.startsWith('quotation-')) return comparableQuotation(state as Quotation);
  // A lead goes past successors who have left too.
  if (stream.startsWith('lead-')) return comparableLead(state as Lead);
  if (!stream.startsWith('alerts-')) return state;
  // Alerts are for present members: departed ones get none, and returning ones may have missed
  // some.
  if (hasDeparted(parseMemberId(parseStream(stream).id), run.events)) return undefined;
  const alerts = [...(state as Alerts).values()].flatMap((part) => [...part.values()]);
  return alerts.flatMap(({ raised }) => comparableAlert(stream, raised, run) ?? []).toSorted();
}

/** A conversion may precede the step by which a sent quotation makes its lead Quoted. */
function comparableLead(lead: Lead): unknown {
  if (lead.phase !== 'open') return { ...lead, assignments: undefined };
  const conversions = lead.conversions.map((conversion) => ({
    ...conversion,
    from: conversion.from === 'Quoted' ? 'New' : conversion.from,
  }));
  return { ...lead, assignments: undefined, conversions };
}

const comparableQuotation = (quotation: Quotation): unknown =>
  quotation.phase === 'open'
    ? quotation
    : { phase: quotation.phase, number: findNumber(quotation) };

/**
 * Comparable form of an alert; undefined if it may differ. Its id is derived from that of its
 * event, which is random.
 */
function comparableAlert(
  stream: string,
  raised: Alert & { readonly on: string },
  run: RunState,
): string | undefined {
  const memberId = parseMemberId(parseStream(stream).id);
  if (
    hasDeparted(memberId, run.events) ||
    !isStillDue(raised, memberId, parseStream(stream).organizationId!, run)
  )
    return undefined;
  const { about, on } = raised;
  return JSON.stringify({ ...about, ...(!hasDayOfEffect(about.kind, run) && { on }) });
}

const FOLLOW_UPS_TAG = 'follow-ups-';
/**
 * Whether a message replaces an earlier one with the same tag on the device. Follow-ups with one
 * cause are one push, and a late reactor may raise an alert for an earlier cause than a prompt one.
 */
export const replacesLast = (tag: string): boolean => tag.startsWith(FOLLOW_UPS_TAG);

type ComparedPush = { readonly compared: string | undefined };

/**
 * Push messages that must be equal in both runs, by tag and member. The follow-ups of a day are one
 * message.
 */
export function comparablePushes(run: RunState): ReadonlyMap<string, ComparedPush> {
  const pushes = new Map<string, ComparedPush>();
  for (const { type, stream, data } of run.events) {
    if (type !== 'AlertRaised') continue;
    const raised = data as Alert & { readonly alertId: string; readonly on: string };
    const compared = comparableAlert(stream, raised, run);
    if (!isAboutFollowUp(raised.about.kind)) {
      pushes.set(`${raised.alertId} ${parseMemberId(parseStream(stream).id)}`, { compared });
      continue;
    }
    const tag = `${FOLLOW_UPS_TAG}${raised.on}`;
    const key = `${tag} ${parseMemberId(parseStream(stream).id)}`;
    pushes.set(key, { compared: compared === undefined ? pushes.get(key)?.compared : tag });
  }
  return pushes;
}

const isErased = (stream: string, { streams }: RunState): boolean =>
  (streams.get(stream.replace('customer-', 'lead-')) as Lead | undefined)?.phase === 'erased';

const hasDeparted = (memberId: string, events: readonly RecordedEvent[]): boolean =>
  events.some(
    ({ type, data }) =>
      (type === 'MemberRemoved' || type === 'MemberLeft') &&
      (data as { memberId?: string }).memberId === memberId,
  );

/**
 * An erased lead is passed to nobody. A follow-up is read in its current state, so completed and
 * reassigned ones cause no alert.
 */
function isStillDue(
  { about: { kind, leadId, followUpId } }: Alert,
  memberId: string,
  organizationId: string,
  { streams, declared }: RunState,
): boolean {
  if (isAboutFollowUp(kind) && declared.includes('due today')) return false;
  const lead = streams.get(`lead-${organizationId}_${leadId}`) as Lead | undefined;
  if (lead?.phase === 'erased') return false;
  if (!lead || !isAboutFollowUp(kind)) return true;
  const isOpen =
    lead.phase === 'open' &&
    lead.assignedTo === memberId &&
    (lead.status === 'New' || lead.status === 'Contacted' || lead.status === 'Quoted');
  return (
    isOpen &&
    lead.followUps.some(
      (followUp) => followUp.followUpId === followUpId && followUp.phase === 'open',
    )
  );
}

const hasDayOfEffect = (kind: string, { declared }: RunState): boolean =>
  declared.includes('day of effects') && (kind === 'lead-assigned' || kind.startsWith('sample-'));

const isAboutFollowUp = (kind: string): boolean => kind.startsWith('follow-up');
