import { dayAfter } from '#domain/kernel/days.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { compare } from '#domain/kernel/order.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { leadsOf, visitsOf } from '#domain/visits/leaderboard.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import type { Sort } from '#platform/read-side/read-store/read-store.js';
import { lastOfAll } from './follow-ups.projection.js';
import {
  type LeadCard,
  changedCard,
  filtersOfLeads,
  newCard,
  searchedInLeads,
} from './lead-card.js';

type Figure = { readonly day: string; readonly of: string; readonly amount: number };
type CountedLead = LeadCard & {
  readonly figures: readonly Figure[];
  /** Whether a conversion named the value of the project. */
  readonly isValued?: true;
};

/** Leads of chosen days: the latest day first. */
export const daysOfLeads: Sort = ['-day'];

/**
 * The day's figures of everybody stand together: 30 days are 30 sums, however many members and
 * years there are.
 */
export const dayKey = (day: string) => day;

/**
 * Money that a lead brought on a day, one for each lead, day and figure, with what the lead is
 * found by in every list.
 */
export type DayOfLead = Pick<
  LeadCard,
  | 'leadId'
  | 'organizationId'
  | 'assignedTo'
  | 'status'
  | 'type'
  | 'name'
  | 'phone'
  | 'city'
  | 'siteName'
> & {
  readonly of: 'quotedPaise' | 'convertedPaise';
  readonly day: string;
  /**
   * The lead's next day with this figure, `lastOfAll` where there is none: within days a lead
   * counts once, on the last of them.
   */
  readonly nextDay: string;
  readonly paise: number;
};
const isMoney = (of: string): of is DayOfLead['of'] =>
  of === 'quotedPaise' || of === 'convertedPaise';

/**
 * Asks for one document of each lead with the figure on these days: that of its last day among
 * them.
 */
export const lastDayWithin = (days: { readonly from: string; readonly to: string }) => ({
  day: days,
  nextDay: { from: dayAfter(days.to, 1) },
});

/**
 * Keys of kept sums of a member's, or everybody's, leads with a figure on a day, each by status and
 * type.
 */
export const movedKeys = (of: DayOfLead['of'], day: string, assignedTo = 'everyone') => {
  const key = `${assignedTo}/${of}/${day}`;
  return {
    leads: key,
    paise: `${key}/paise`,
    /**
     * Leads whose day before this one is in the name, third: in days that have both the lead is
     * counted twice.
     */
    again: `${key}/again`,
  };
};

/**
 * Leads and visits by member and day, and what was quoted and converted. A lead counts on the day
 * it was captured, for whom it is assigned to now; a visit on the day it began, for who recorded
 * it. A deleted lead takes all of it along.
 */
export const leaderboard: PerStream<LeadEvent, CountedLead, DayOfLead> = {
  name: 'leaderboard',
  version: 6,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  indexes: [
    { equal: ['organizationId', 'of'], sort: daysOfLeads },
    { equal: ['organizationId', 'of'], sort: ['nextDay'] },
  ],
  filters: [...filtersOfLeads, 'paise'],
  search: searchedInLeads,
  // everything of it moves along with a lead's card
  silent: true,
  fold(lead, event) {
    if (event.type === 'LeadCreated') return { ...newCard(event), figures: [] };
    const card = lead && changedCard(lead, event);
    if (!card) return undefined;
    const { on, actorId } = event.metadata;
    const counting = (day: string, of: string, amount: number): CountedLead => ({
      ...card,
      figures: [...card.figures, { day, of, amount }],
    });
    switch (event.type) {
      case 'VisitRecorded':
        return counting(event.data.startedOn, visitsOf(actorId), 1);
      case 'QuotationUploaded':
        return counting(on, 'quotedPaise', event.data.amountPaise);
      case 'LeadConverted':
        return converted(card, event.data, (amount) => counting(on, 'convertedPaise', amount));
      default:
        return card;
    }
  },
  documents: (lead) =>
    Object.fromEntries(daysOf(lead).map((day) => [`${day.leadId}/${day.of}/${day.day}`, day])),
  counts: (lead) => [
    { key: dayKey(lead.createdOn), amounts: { [leadsOf(lead.assignedTo)]: 1 } },
    ...lead.figures.map(({ day, of, amount }) => ({ key: dayKey(day), amounts: { [of]: amount } })),
    ...daysOf(lead).flatMap((day) =>
      ['everyone', lead.assignedTo].flatMap((member) => countsOf(day, member)),
    ),
  ],
};

/** The newest day of each figure first. */
function daysOf({
  figures,
  leadId,
  organizationId,
  assignedTo,
  status,
  type,
  name,
  phone,
  city,
  siteName,
}: CountedLead): readonly DayOfLead[] {
  const found = { leadId, organizationId, assignedTo, status, type, name, phone, city, siteName };
  const days: DayOfLead[] = [];
  for (const { of, day, amount: paise } of figures.toSorted((one, other) =>
    compare(other.day, one.day),
  )) {
    if (!isMoney(of)) continue;
    const last = days.findLastIndex((known) => known.of === of);
    if (days[last]?.day === day) days[last] = { ...days[last], paise: days[last].paise + paise };
    else days.push({ ...found, of, day, nextDay: days[last]?.day ?? lastOfAll, paise });
  }
  return days;
}

function countsOf({ of, day, nextDay, status, type, paise }: DayOfLead, member: string) {
  const { leads, paise: money } = movedKeys(of, day, member);
  const which = `${status}/${type}`;
  return [
    { key: leads, amounts: { [which]: 1 } },
    { key: money, amounts: { [which]: paise } },
    ...(nextDay === lastOfAll
      ? []
      : [{ key: movedKeys(of, nextDay, member).again, amounts: { [`${which}/${day}`]: 1 } }]),
  ];
}

/**
 * Counts a conversion on its day. A named project value counts once; payments are part of it.
 * Without a named value, each payment counts. A lead that left Converted counts again on the new
 * day, with 0 paise if its value is known. A lead that is still Converted only brings a payment.
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
