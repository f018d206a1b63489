import { type LeadDayKind, leadDayKinds, leadSorts, mostLeadDays, leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import { dayAfter } from '#domain/kernel/days.js';
import { countText, dayText } from '../ui/format.js';
import { dayParam, filterCodec, type FiltersOf, idParam, oneOf, searchParam, type Values } from '../shared/list-filters.js';
import { nothingWords, typeNames } from '../shared/labels.js';

const fields = {
  status: oneOf(['All', ...leadStatuses], 'All'),
  type: oneOf(['All', ...leadTypes], 'All'),
  assignedTo: idParam,
  q: searchParam,
  sort: oneOf(leadSorts, 'created'),
  // days, as the daily figures count them; without a last one they go until today
  from: dayParam,
  to: dayParam,
  // what happened on those days
  dayOf: oneOf(leadDayKinds, 'created'),
};

/** Days have an order of their own, and a last day alone is the only one. */
export const leadFilters = filterCodec(fields, (filters): Values<typeof fields> => {
  const { from, to } = filters;
  if (from === '' && to === '') return { ...filters, dayOf: 'created' };
  if (to === '') return { ...filters, sort: 'created' };
  const earliest = dayAfter(to, 1 - mostLeadDays);
  return { ...filters, from: from === '' || to < from ? to : from < earliest ? earliest : from, sort: 'created' };
});
export type LeadFilters = FiltersOf<typeof leadFilters>;

/** A search counts no further than this. */
const mostFound = 1_000;
export const foundText = (count: number, { q }: Pick<LeadFilters, 'q'>): number | string =>
  q !== '' && count > mostFound ? countText(count, mostFound) : count;

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
