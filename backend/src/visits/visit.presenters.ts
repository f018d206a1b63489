import type { CancelledVisit, CompletedVisit, UpcomingVisit } from '#domain/visits/visit.views.js';
import type { FollowUpDocument } from '#projections/leads/follow-ups.projection.js';
import type { VisitDocument } from '#projections/visits/visits.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const upcomingShown: Presenter<FollowUpDocument, UpcomingVisit> = {
  people: ({ assignedTo, by }) => [assignedTo, by],
  show: ({ organizationId: _, name: leadName, assignedTo, by, ...visit }, person) => ({
    tab: 'upcoming',
    ...visit,
    leadName,
    assignedTo: person(assignedTo),
    by: person(by),
  }),
};

export const visitShown: Presenter<VisitDocument, CompletedVisit | CancelledVisit> = {
  people: ({ by }) => [by],
  show: ({ organizationId: _, member: __, ...visit }, person) => ({ ...visit, by: person(visit.by) }) as CompletedVisit | CancelledVisit,
};
