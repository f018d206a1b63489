import { leadsOf, visitsOf } from '#domain/visits/leaderboard.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import type { EventsIn } from '#domain/kernel/schema.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

type Figure = { readonly day: string; readonly of: string; readonly amount: number };
type CountedLead = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly assignedTo: string;
  /** The day on which it was captured. */
  readonly on: string;
  readonly figures: readonly Figure[];
  /** It was said what the project is worth. */
  readonly isValued?: true;
};

/** The day's figures of everybody stand together: 30 days are 30 sums, however many members and years there are. */
export const dayKey = (day: string) => day;

/** What a lead brought on a day: the leads behind that day's figures of money. A lead has one for each day and figure. */
export type DayOfLead = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly assignedTo: string;
  readonly of: 'quotedPaise' | 'convertedPaise';
  readonly day: string;
  readonly paise: number;
};
const isMoney = (of: string): of is DayOfLead['of'] => of === 'quotedPaise' || of === 'convertedPaise';

const { LeadCreated, LeadReassigned, VisitRecorded, QuotationUploaded, LeadConverted, LeadDeleted, PersonalDataErased } = leadEvents;
const events = { LeadCreated, LeadReassigned, VisitRecorded, QuotationUploaded, LeadConverted, LeadDeleted, PersonalDataErased };

/**
 * Leads and visits by member and day, and what was quoted and converted. A lead counts on the day it was captured, for whom
 * it is assigned to now; a visit on the day it began, for who recorded it. A deleted lead takes all of it along.
 */
export const leaderboard: PerStream<EventsIn<typeof events>, CountedLead, DayOfLead> = {
  name: 'leaderboard',
  version: 5,
  events,
  begins: 'LeadCreated',
  indexes: [{ equal: ['organizationId', 'of'], sort: ['-day'] }],
  filters: ['assignedTo'],
  // everything of it moves along with a lead's card
  silent: true,
  fold(lead, event) {
    const { on, actorId, organizationId } = event.metadata;
    if (event.type === 'LeadCreated') {
      const { id: leadId } = subjectOf(event.stream);
      return { leadId, organizationId, assignedTo: event.data.assignedTo, on, figures: [] };
    }
    if (!lead) return undefined;
    const counting = (day: string, of: string, amount: number): CountedLead => ({ ...lead, figures: [...lead.figures, { day, of, amount }] });
    switch (event.type) {
      case 'LeadReassigned':
        return { ...lead, assignedTo: event.data.to };
      case 'VisitRecorded':
        return counting(event.data.startedOn, visitsOf(actorId), 1);
      case 'QuotationUploaded':
        return counting(on, 'quotedPaise', event.data.amountPaise);
      case 'LeadConverted':
        return converted(lead, event.data, (amount) => counting(on, 'convertedPaise', amount));
      case 'LeadDeleted':
      case 'PersonalDataErased':
        return undefined;
      default:
        return lead;
    }
  },
  documents({ figures, leadId, organizationId, assignedTo }) {
    const days: Record<string, DayOfLead> = {};
    for (const { of, day, amount } of figures) {
      if (!isMoney(of)) continue;
      const id = `${leadId}/${of}/${day}`;
      days[id] = { leadId, organizationId, assignedTo, of, day, paise: (days[id]?.paise ?? 0) + amount };
    }
    return days;
  },
  counts: ({ assignedTo, on, figures }) => [
    { key: dayKey(on), amounts: { [leadsOf(assignedTo)]: 1 } },
    ...figures.map(({ day, of, amount }) => ({ key: dayKey(day), amounts: { [of]: amount } })),
  ],
};

/**
 * What a project is worth was said once, with its first conversion: what is paid with a later one is part of that. Where nobody
 * said it, it is what was paid, then and later. A lead that is converted once more was converted that day, too, unless it was
 * converted still and only brings a payment.
 */
function converted(
  lead: CountedLead,
  { from, projectValuePaise, payment }: MessageNamed<LeadEvent, 'LeadConverted'>['data'],
  counting: (amount: number) => CountedLead,
): CountedLead {
  if (projectValuePaise !== undefined) return { ...counting(projectValuePaise), isValued: true };
  if (from === 'Converted' && lead.isValued) return lead;
  return counting(lead.isValued ? 0 : (payment?.amountPaise ?? 0));
}
