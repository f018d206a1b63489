import { leadsOf, visitsOf } from '#domain/visits/leaderboard.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { PerStream } from '#platform/projection-running/projection.js';

type Figure = { readonly day: string; readonly of: string; readonly amount: number };
type CountedLead = {
  readonly assignedTo: string;
  /** The day on which it was captured. */
  readonly on: string;
  readonly figures: readonly Figure[];
};

/** The day's figures of everybody stand together: a board of 30 days is 30 sums, however many members and years there are. */
export const boardKey = (day: string) => day;

/**
 * Leads and visits by member and day, and what was quoted and converted. A lead counts on the day it was captured, for whom
 * it is assigned to now; a visit on the day it began, for who recorded it. A deleted lead takes all of it along.
 */
export const leaderboard: PerStream<LeadEvent, CountedLead, never> = {
  name: 'leaderboard',
  version: 1,
  events: leadEvents,
  indexes: [],
  fold(lead, event) {
    const { on, actorId } = event.metadata;
    if (event.type === 'LeadCreated') return { assignedTo: event.data.assignedTo, on, figures: [] };
    if (!lead) return undefined;
    const counting = (day: string, of: string, amount: number) => ({ ...lead, figures: [...lead.figures, { day, of, amount }] });
    switch (event.type) {
      case 'LeadReassigned':
        return { ...lead, assignedTo: event.data.to };
      case 'VisitRecorded':
        return counting(event.data.startedOn, visitsOf(actorId), 1);
      case 'QuotationUploaded':
        return counting(on, 'quotedPaise', event.data.amountPaise);
      case 'LeadConverted':
        return counting(on, 'convertedPaise', event.data.projectValuePaise ?? event.data.payment?.amountPaise ?? 0);
      case 'LeadDeleted':
      case 'PersonalDataErased':
        return undefined;
      default:
        return lead;
    }
  },
  documents: () => ({}),
  counts: ({ assignedTo, on, figures }) => [
    { key: boardKey(on), amounts: { [leadsOf(assignedTo)]: 1 } },
    ...figures.map(({ day, of, amount }) => ({ key: boardKey(day), amounts: { [of]: amount } })),
  ],
};
