import { maySee } from '#domain/kernel/policy.js';
import { pickShownFields } from '#domain/kernel/views.js';
import {
  type CancelledVisit,
  type CompletedVisit,
  type UpcomingVisit,
  cancelledVisit,
  completedVisit,
  upcomingVisit,
} from '#domain/visits/visit.views.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { FollowUpDocument } from '#projections/leads/follow-ups.projection.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import type { VisitDocument } from '#projections/visits/visits.projection.js';
import { PersonNames } from '../auth/people/names.js';
import type { DocumentReader, LookupPresenter, Presenter } from '../auth/presenting.js';

export const upcomingVisitPresenter: Presenter<FollowUpDocument, UpcomingVisit> = {
  people: ({ assignedTo, by }) => [assignedTo, by],
  show: (visit, person) => ({
    ...pickShownFields(upcomingVisit, visit),
    tab: 'upcoming',
    leadName: visit.name,
    assignedTo: person(visit.assignedTo),
    by: person(visit.by),
  }),
};

/**
 * Shows visits that were made or cancelled. Past visits stay with their member, but the money of a
 * lead that was passed on is only for members who see everything.
 */
export async function showVisits(
  views: Views,
  documents: readonly VisitDocument[],
  { organizationId, role }: DocumentReader,
): Promise<(CompletedVisit | CancelledVisit)[]> {
  const [person, leads] = await Promise.all([
    new PersonNames(views).load(documents.map(({ by }) => by)),
    views.get<LeadListItem>(
      leadList,
      organizationId,
      documents.map(({ leadId }) => leadId),
    ),
  ]);
  return documents.map((visit) => {
    const lead = leads.get(visit.leadId);
    return {
      ...(visit.tab === 'completed'
        ? pickShownFields(completedVisit, visit)
        : pickShownFields(cancelledVisit, visit)),
      ...(lead &&
        maySee({ id: visit.member, role }, lead.assignedTo) && { quotedPaise: lead.quotedPaise }),
      by: person(visit.by),
    };
  });
}

/**
 * Shows a changed visit as its member may see it, also to members who see everything.
 */
export const createVisitPresenter = (
  views: Views,
): LookupPresenter<VisitDocument, CompletedVisit | CancelledVisit> => ({
  rows: (documents, { organizationId }) =>
    showVisits(views, documents, { organizationId, role: 'sales' }),
});
