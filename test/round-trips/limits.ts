import type { Counts } from './counted-story.js';

type Limit = Pick<Counts, 'roundTrips' | 'reads'>;

/** Usual limits of sequential round trips and of reads per command, event or job. */
const USUAL_LIMIT: Limit = { roundTrips: 4, reads: 6 };

/** Exceptions with their reasons. Concurrent reads cost one round trip. */
export const exceptions: Readonly<Record<string, Partial<Limit> & { readonly why: string }>> = {
  'command FoundOrganization': {
    roundTrips: 6,
    why: 'appends three claims in their order, so that rivals do not stop each other',
  },
  'command JoinOrganization': {
    roundTrips: 5,
    why: 'finds the organization by its code, then whether an admin of it is verified',
  },
  'command InviteMember': { reads: 8, why: 'reads the accounts of all five members at once' },
  'command RemoveLocation': { reads: 8, why: 'reads the accounts of all five members at once' },
  'event MemberRemoved': { reads: 9, why: 'passes two leads on, with three reads each, at once' },
  'event LeadReassigned': {
    reads: 9,
    why: 'four reactors; two alerts with three reads each, and a quotation that is passed on',
  },
  'event PersonalDataErased': {
    roundTrips: 5,
    reads: 31,
    why: 'erases a customer and five quotations with their files, at once',
  },
  'command EraseMember': {
    roundTrips: 5,
    why: 'reads the account, then whether another organization has the person as a member',
  },
  'event QuotationViewed': { reads: 8, why: 'a step of the lead and an alert, at once' },
  'event QuotationDeclined': { reads: 8, why: 'a step of the lead and an alert, at once' },
  'event QuotationAccepted': {
    reads: 14,
    why: 'a step of the lead and alerts of the assignee and two admins, at once',
  },
  'command SendQuotation': {
    roundTrips: 8,
    reads: 8,
    why: 'searches the next number of the series, by doubling and halving over its claims',
  },
  'job quotation-pdf': {
    roundTrips: 5,
    why: 'reads the quotation and the time zone, then records the PDF',
  },
  'event OfferAdded': { reads: 14, why: 'alerts four members, with three reads each, at once' },
  'job sample-alerts': {
    roundTrips: 6,
    reads: 9,
    why: 'raises three alerts one after the other: they are in one stream',
  },
  'job send-invitation': {
    roundTrips: 5,
    why: 'finds the invited account by its number, and records after the message is sent',
  },
};

export const keyOf = ({ kind, name }: Pick<Counts, 'kind' | 'name'>): string => `${kind} ${name}`;
export const limitOf = (counts: Pick<Counts, 'kind' | 'name'>): Limit => ({
  ...USUAL_LIMIT,
  ...exceptions[keyOf(counts)],
});
export const isWithin = ({ roundTrips, reads }: Limit, limit: Limit): boolean =>
  roundTrips <= limit.roundTrips && reads <= limit.reads;
export const isWithinUsualLimit = (counts: Limit): boolean => isWithin(counts, USUAL_LIMIT);
