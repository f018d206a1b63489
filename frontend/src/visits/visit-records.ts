import type { CompletedVisit, VisitItem } from '#domain/visits/visit.views.js';
import type { ListRule } from '../lib/records/list-data.js';
import {
  declareRule,
  matches,
  isWithin,
  type ListParams,
  listRule,
  newestFirst,
  upcomingRule,
} from '../lib/records/list-rules.js';

function visitRule({ tab = 'upcoming', member, ...days }: ListParams): ListRule {
  if (tab === 'upcoming') return upcomingRule(member, ({ dueOn }) => isWithin(days, dueOn));
  const timeOf = (visit: VisitItem): string => ('startedAt' in visit ? visit.startedAt : visit.at);
  return listRule<CompletedVisit>({
    belongs: ({ day, by, ...row }) =>
      row.tab === tab && matches(member, by.id) && isWithin(days, day),
    compare: (one, other) =>
      newestFirst(one.day, other.day) || newestFirst(timeOf(one), timeOf(other)),
  });
}

/** Declares order and filters of visits. */
export const declareVisitRecords = (): void => declareRule('visits', visitRule);
