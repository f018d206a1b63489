import { dayAfter } from '#domain/kernel/values/days.js';
import { compare } from '#domain/kernel/order.js';
import type { EventsIn } from '#domain/kernel/schema.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import {
  leadsKey,
  type LossReason,
  lossKey,
  moneyKey,
  visitsKey,
} from '#domain/visits/day-figures.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import type { Sort } from '#platform/read-side/read-store/read-store.js';
import { LATEST_DAY } from './follow-ups.projection.js';
import {
  type LeadCard,
  applyToCard,
  LEAD_FILTERS,
  createCard,
  LEAD_SEARCH_FIELDS,
} from './lead-card.js';

const { LeadCreated, LeadEdited, LeadReassigned, LeadStatusChanged, LeadLost } = leadEvents;
const { LeadConverted, LeadDeleted, PersonalDataErased } = leadEvents;
const { VisitRecorded, QuotationUploaded, QuotationStepped } = leadEvents;
/** Events of this view. A note or a follow-up changes no figure. */
const events = {
  LeadCreated,
  LeadEdited,
  LeadReassigned,
  LeadStatusChanged,
  LeadLost,
  LeadConverted,
  LeadDeleted,
  PersonalDataErased,
  VisitRecorded,
  QuotationUploaded,
  QuotationStepped,
};
type Event = EventsIn<typeof events>;

type Money = { readonly day: string; readonly of: DayOfLead['of']; readonly amount: number };
type Visit = { readonly day: string; readonly by: string };
type CountedLead = LeadCard & {
  readonly money: readonly Money[];
  readonly visits: readonly (Visit | undefined)[];
  /** Set if a conversion named the project's value. */
  readonly isValued?: true;
  /** Day and reason of the latest loss; only while the lead is Lost. */
  readonly loss?: { readonly day: string; readonly reason: LossReason };
};

/** Order of leads by day, latest first. */
export const DAY_ORDER: Sort = ['-day'];

/** Sum key of a day: figures of all members together, so 30 days take 30 sums. */
export const dayKey = (day: string) => day;

/**
 * Money that a lead brought on a day, one document per lead, day and figure, with the fields that
 * lists filter and search by.
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
   * Next day of the lead with this figure, or `LATEST_DAY`. Within a range, a lead counts once, on
   * its last day.
   */
  readonly nextDay: string;
  readonly paise: number;
};

/** Filter for one document per lead with the figure in these days: that of its last day. */
export const lastDayFilter = (days: { readonly from: string; readonly to: string }) => ({
  day: days,
  nextDay: { from: dayAfter(days.to, 1) },
});

/**
 * Sum keys of leads with a figure on a day, for a member or everybody; amounts by status and type.
 */
export const figureKeys = (figure: DayOfLead['of'], day: string, assignedTo = 'everyone') => {
  const key = `${assignedTo}/${figure}/${day}`;
  return {
    leads: key,
    paise: `${key}/paise`,
    /**
     * Leads of this day that count on an earlier day too. The third part of an amount's name is
     * that day. They are subtracted from a range that has both days.
     */
    again: `${key}/again`,
  };
};

/**
 * Leads, visits, quoted and converted money by member and day, and losses by reason and day. A lead
 * and its money count for its present assignee. A visit counts on its start day, for the member who
 * recorded it. The figures of a deleted lead are removed.
 */
export const leaderboard: PerStream<Event, CountedLead, DayOfLead> = {
  name: 'leaderboard',
  version: 10,
  events,
  firstEvent: 'LeadCreated',
  // A lead without changes is not stored. After its first change it is, so that the next one does
  // not read its stream.
  isStored: ({ revision }) => revision > 0,
  growingLists: ['visits'],
  appendingEvents: ['VisitRecorded'],
  indexes: [
    { equal: ['organizationId', 'of'], sort: DAY_ORDER },
    { equal: ['organizationId', 'of'], sort: ['nextDay'] },
  ],
  filters: [...LEAD_FILTERS, 'paise'],
  search: LEAD_SEARCH_FIELDS,
  // Silent, because each change also changes the lead's card, which notifies clients.
  silent: true,
  fold(lead, event) {
    if (event.type === 'LeadCreated') return { ...createCard(event), money: [], visits: [] };
    const changed = lead && applyToCard(lead, event);
    if (!changed) return undefined;
    const card = changed.status === 'Lost' ? changed : withoutLoss(changed);
    const { on, actorId } = event.metadata;
    const addMoney = (figure: DayOfLead['of'], amount: number): CountedLead => ({
      ...card,
      money: [...card.money, { day: on, of: figure, amount }],
    });
    switch (event.type) {
      case 'VisitRecorded':
        return {
          ...card,
          visits: [...card.visits, { day: event.data.startedOn, by: actorId }],
        };
      case 'QuotationUploaded':
        return addMoney('quotedPaise', event.data.amountPaise);
      case 'QuotationStepped': {
        const { addedPaise } = event.data;
        return addedPaise === 0 ? card : addMoney('quotedPaise', addedPaise);
      }
      case 'LeadLost':
        return { ...card, loss: { day: on, reason: event.data.usualReason ?? 'Other' } };
      case 'LeadConverted':
        return addConversion(card, event.data, (amount) => addMoney('convertedPaise', amount));
      default:
        return card;
    }
  },
  documents: (lead) =>
    Object.fromEntries(toDays(lead).map((day) => [`${day.leadId}/${day.of}/${day.day}`, day])),
  counts: (lead) => [
    { key: dayKey(lead.createdOn), amounts: { [leadsKey(lead.assignedTo)]: 1 } },
    ...lead.visits.flatMap((visit) =>
      visit ? [{ key: dayKey(visit.day), amounts: { [visitsKey(visit.by)]: 1 } }] : [],
    ),
    ...lead.money.map(({ day, of, amount }) => ({
      key: dayKey(day),
      amounts: { [of]: amount, [moneyKey(of, lead.assignedTo)]: amount },
    })),
    ...(lead.loss
      ? [{ key: dayKey(lead.loss.day), amounts: { [lossKey(lead.loss.reason)]: 1 } }]
      : []),
    ...toDays(lead).flatMap((day) =>
      ['everyone', lead.assignedTo].flatMap((member) => countDay(day, member)),
    ),
  ],
};

function withoutLoss(lead: CountedLead): CountedLead {
  if (lead.loss === undefined) return lead;
  const { loss: _, ...rest } = lead;
  return rest;
}

/** Days of each figure, newest first. */
function toDays({
  money,
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
  const searchFields = {
    leadId,
    organizationId,
    assignedTo,
    status,
    type,
    name,
    phone,
    city,
    siteName,
  };
  const days: DayOfLead[] = [];
  for (const { of, day, amount: paise } of money.toSorted((one, other) =>
    compare(other.day, one.day),
  )) {
    const laterIndex = days.findLastIndex((each) => each.of === of);
    const later = days[laterIndex];
    if (later?.day === day) days[laterIndex] = { ...later, paise: later.paise + paise };
    else days.push({ ...searchFields, of, day, nextDay: later?.day ?? LATEST_DAY, paise });
  }
  return days;
}

function countDay({ of, day, nextDay, status, type, paise }: DayOfLead, member: string) {
  const { leads, paise: money } = figureKeys(of, day, member);
  const statusAndType = `${status}/${type}`;
  return [
    { key: leads, amounts: { [statusAndType]: 1 } },
    { key: money, amounts: { [statusAndType]: paise } },
    ...(nextDay === LATEST_DAY
      ? []
      : [
          {
            key: figureKeys(of, nextDay, member).again,
            amounts: { [`${statusAndType}/${day}`]: 1 },
          },
        ]),
  ];
}

/**
 * Counts a conversion on its day. A named project value counts once and includes the payments;
 * without one, each payment counts. Converting again counts on the new day, with 0 paise if the
 * value is known. A payment of a converted lead counts only without a value.
 */
function addConversion(
  lead: CountedLead,
  { from, projectValuePaise, payment }: MessageNamed<Event, 'LeadConverted'>['data'],
  addMoney: (amount: number) => CountedLead,
): CountedLead {
  if (projectValuePaise !== undefined) return { ...addMoney(projectValuePaise), isValued: true };
  if (from === 'Converted' && lead.isValued) return lead;
  return addMoney(lead.isValued ? 0 : (payment?.amountPaise ?? 0));
}
