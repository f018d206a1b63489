import { shownOf } from '#domain/kernel/views.js';
import {
  type CancelledVisit,
  type CompletedVisit,
  type UpcomingVisit,
  cancelledVisit,
  completedVisit,
  upcomingVisit,
} from '#domain/visits/visit.views.js';
import type { FollowUpDocument } from '#projections/leads/follow-ups.projection.js';
import type { VisitDocument } from '#projections/visits/visits.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const upcomingShown: Presenter<FollowUpDocument, UpcomingVisit> = {
  people: ({ assignedTo, by }) => [assignedTo, by],
  show: (visit, person) => ({
    ...shownOf(upcomingVisit, visit),
    tab: 'upcoming',
    leadName: visit.name,
    assignedTo: person(visit.assignedTo),
    by: person(visit.by),
  }),
};

export const visitShown: Presenter<VisitDocument, CompletedVisit | CancelledVisit> = {
  people: ({ by }) => [by],
  show: (visit, person) => ({
    ...(visit.tab === 'completed'
      ? shownOf(completedVisit, visit)
      : shownOf(cancelledVisit, visit)),
    by: person(visit.by),
  }),
};
