import { msg, t } from '@lingui/core/macro';
import {
  type LeadDayKind,
  leadDayKinds,
  leadGaps,
  leadSorts,
  leadStatuses,
  leadTypes,
  MAX_LEAD_DAYS,
  MAX_LEADS_COUNTED,
} from '#domain/leads/lead.values.js';
import { isWaitingGap } from '#domain/leads/gaps.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { countText, dayText } from '../../ui/display/format.js';
import {
  dayParam,
  filterCodec,
  type FiltersOf,
  idParam,
  choiceParam,
  searchParam,
  type Values,
} from '../../kit/lists/list-filters.js';
import { i18n, type Names } from '../../words/i18n.js';

const fields = {
  status: choiceParam(['All', ...leadStatuses], 'All'),
  type: choiceParam(['All', ...leadTypes], 'All'),
  assignedTo: idParam,
  gap: choiceParam(['All', ...leadGaps], 'All'),
  q: searchParam,
  sort: choiceParam(leadSorts, 'created'),
  // range of days; without an end it lasts until today
  from: dayParam,
  to: dayParam,
  // event on those days
  dayOf: choiceParam(leadDayKinds, 'created'),
};

/** A range of days, or a waiting gap, sets the sort order. With a gap there is no range. */
export const leadFilters = filterCodec(fields, (filters): Values<typeof fields> => {
  const { gap, from, to } = filters;
  if (gap !== 'All')
    return {
      ...filters,
      from: '',
      to: '',
      dayOf: 'created',
      ...(isWaitingGap(gap) && { sort: 'created' }),
    };
  if (from === '' && to === '') return { ...filters, dayOf: 'created' };
  if (to === '') return { ...filters, sort: 'created' };
  return { ...filters, from: firstDayWithin(from, to), sort: 'created' };
});

/** First day of a range: not after its end, and not more than `MAX_LEAD_DAYS` before it. */
function firstDayWithin(from: string, to: string): string {
  if (from === '' || to < from) return to;
  const earliest = dayAfter(to, 1 - MAX_LEAD_DAYS);
  return from < earliest ? earliest : from;
}

export type LeadFilters = FiltersOf<typeof leadFilters>;

export const dayKinds: Names<LeadDayKind> = {
  created: msg`Added`,
  quoted: msg`Quoted`,
  converted: msg`Converted`,
};

export const foundText = (count: number, { q }: Pick<LeadFilters, 'q'>): number | string =>
  q !== '' && count > MAX_LEADS_COUNTED ? countText(count, MAX_LEADS_COUNTED) : count;

/** Label of the day filter: `Quoted on 12 Nov`, `Added 24 Oct to 22 Nov`, or `Any day`. */
export function leadDaysText(
  { from, to, dayOf }: Pick<LeadFilters, 'from' | 'to' | 'dayOf'>,
  today: string,
): string {
  if (from === '') return t`Added: any day`;
  const last = to === '' ? today : to;
  const kind = i18n._(dayKinds[dayOf]);
  const dayOrToday = (on: string): string => (on === today ? t`today` : dayText(on, today));
  const [first, end] = [dayOrToday(from), dayOrToday(last)];
  if (from === last) return from === today ? t`${kind} today` : t`${kind} on ${first}`;
  return t`${kind} ${first} to ${end}`;
}
