import { dayAfter } from '#domain/kernel/days.js';
import type { LeadStatus, LeadType } from '#domain/leads/lead.commands.js';
import { type LeadDayKind, type LeadItem, type LeadSort, leadDayKinds, leadSorts, mostLeadDays } from '#domain/leads/lead.views.js';
import { countText, dayText } from '../ui/format.js';
import { dayOrNone, idOrNone } from '../shared/address.js';
import { nothingWords, statuses, typeNames } from '../shared/labels.js';

/** What the list is asked for. It stands in the address, so that a list can be sent to a colleague and comes back with Back. */
export interface LeadFilters {
  readonly status: LeadStatus | 'All';
  readonly type: LeadType | 'All';
  readonly assignedTo: string | undefined;
  readonly q: string;
  readonly sort: LeadSort;
  /** Days, as the daily figures count them; empty: not said. Without a last one they go until today. */
  readonly from: string;
  readonly to: string;
  /** What happened on those days. */
  readonly dayOf: LeadDayKind;
}

export const noFilters: LeadFilters = {
  status: 'All',
  type: 'All',
  assignedTo: undefined,
  q: '',
  sort: 'created',
  from: '',
  to: '',
  dayOf: 'created',
};

const oneOf = <Value extends string, Other>(values: readonly Value[], value: string | null, otherwise: Other): Value | Other =>
  values.includes(value as Value) ? (value as Value) : otherwise;

/** Days have an order of their own, and a last day alone is the only one. */
function daysIn(search: URLSearchParams): Pick<LeadFilters, 'from' | 'to' | 'dayOf' | 'sort'> {
  const [from, to] = [dayOrNone(search.get('from')), dayOrNone(search.get('to'))];
  const sort = oneOf(leadSorts, search.get('sort'), 'created');
  if (from === '' && to === '') return { from, to, dayOf: 'created', sort };
  const dayOf = oneOf(leadDayKinds, search.get('dayOf'), 'created');
  if (to === '') return { from, to, dayOf, sort: 'created' };
  const earliest = dayAfter(to, 1 - mostLeadDays);
  return { from: from === '' || to < from ? to : from < earliest ? earliest : from, to, dayOf, sort: 'created' };
}

/** Reads an address; whatever is not known there counts as not said. */
export function filtersIn(search: URLSearchParams): LeadFilters {
  return {
    status: oneOf(statuses, search.get('status'), 'All'),
    type: oneOf(Object.keys(typeNames) as LeadType[], search.get('type'), 'All'),
    assignedTo: idOrNone(search.get('assignedTo')),
    q: search.get('q')?.slice(0, 120) ?? '',
    ...daysIn(search),
  };
}

/** As parameters, of an address or a query; what is not filtered is left out. */
export function paramsOf({ status, type, assignedTo, q, sort, from, to, dayOf }: LeadFilters): Record<string, string> {
  return {
    ...(status === 'All' ? {} : { status }),
    ...(type === 'All' ? {} : { type }),
    ...(assignedTo ? { assignedTo } : {}),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(sort === 'created' ? {} : { sort }),
    ...(from === '' ? {} : { from, ...(to && { to }), ...(dayOf !== 'created' && { dayOf }) }),
  };
}

export const isFiltered = ({ status, type, assignedTo, q, from }: LeadFilters): boolean =>
  status !== 'All' || type !== 'All' || assignedTo !== undefined || q.trim() !== '' || from !== '';

/** A search counts no further than this. */
const mostFound = 1_000;
export const foundText = (count: number, { q }: Pick<LeadFilters, 'q'>): number | string =>
  q.trim() !== '' && count > mostFound ? countText(count, mostFound) : count;

/** Whether a card tells that a lead is of these days. On which it was quoted or converted it does not. */
export const tellsItsDays = ({ from, dayOf }: LeadFilters): boolean => from === '' || dayOf === 'created';

const kindWords: Readonly<Record<LeadDayKind, string>> = { created: 'Added', quoted: 'Quoted', converted: 'Converted' };
export const dayKinds = leadDayKinds.map((value) => ({ value, label: kindWords[value] }));

/** `Quoted on 12 Nov`, `Added from 24 Oct to 22 Nov`; without days `Any day`. */
export function daysText({ from, to, dayOf }: Pick<LeadFilters, 'from' | 'to' | 'dayOf'>, today: string): string {
  if (from === '') return 'Any day';
  const last = to === '' ? today : to;
  const shown = (which: string): string => (which === today ? 'today' : dayText(which, today));
  if (from === last) return `${kindWords[dayOf]} ${from === today ? 'today' : `on ${shown(from)}`}`;
  return `${kindWords[dayOf]} ${shown(from)} to ${shown(last)}`;
}

const folded = (text: string): string => text.toLocaleLowerCase();

/** Whether a lead counts on the tabs of this list: all filters but the status. */
export function countsHere(item: LeadItem, { type, assignedTo, q, from, to }: LeadFilters): boolean {
  if (type !== 'All' && item.type !== type) return false;
  if (assignedTo !== undefined && item.assignedTo.id !== assignedTo) return false;
  if (from !== '' && (item.createdOn < from || (to !== '' && item.createdOn > to))) return false;
  const text = folded(q.trim());
  if (text === '') return true;
  const digits = text.replace(/\D/g, '');
  const inText = [item.name, item.city, item.siteName ?? ''].some((field) => folded(field).includes(text));
  return inText || (digits !== '' && /^[\d\s+()-]+$/.test(text) && item.phone.includes(digits));
}

export const isListed = (item: LeadItem, filters: LeadFilters): boolean =>
  (filters.status === 'All' || item.status === filters.status) && countsHere(item, filters);

const newestFirst = (one: LeadItem, other: LeadItem): number =>
  other.createdAt.localeCompare(one.createdAt) || other.leadId.localeCompare(one.leadId);

/** The order of a list, as the server has it. */
export const orderOf: Readonly<Record<LeadSort, (one: LeadItem, other: LeadItem) => number>> = {
  created: (one, other) => other.createdOn.localeCompare(one.createdOn) || newestFirst(one, other),
  quoted: (one, other) => other.quotedPaise - one.quotedPaise || newestFirst(one, other),
  // without one they come last
  'next-follow-up': (one, other) => (one.nextFollowUpOn ?? '9').localeCompare(other.nextFollowUpOn ?? '9') || newestFirst(one, other),
};

/** Names what was filtered, for when it leaves nothing: `Nothing in Lost for “gangtok”, type Architect.` */
export function nothingFor({ status, type, q, assignedTo, ...days }: LeadFilters, assignee: string | undefined, today: string): string {
  const where = status === 'All' ? 'Nothing' : `Nothing in ${status}`;
  const rest = [
    type === 'All' ? '' : `type ${typeNames[type]}`,
    assignedTo ? `assigned to ${assignee ?? 'that person'}` : '',
    days.from === '' ? '' : daysText(days, today).toLowerCase(),
  ].filter(Boolean);
  return nothingWords(where, q, rest.join(', '), ' of');
}
