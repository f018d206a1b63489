import { compare } from '#domain/kernel/order.js';
import type { LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import { isUndated, isWaitingGap } from '#domain/leads/gaps.js';
import { type LeadGap, openStatuses } from '#domain/leads/lead.values.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import type { ListRule } from './list-data.js';
import type { ListName } from './record.js';

/** Filters of a list as in its address, without empty ones. */
export type ListParams = Readonly<Record<string, string | undefined>>;

/** Whether a value passes a filter; no filter passes all. */
export const matches = (wanted: string | undefined, value: string | undefined): boolean =>
  !wanted || wanted === value;
export const isWithin = ({ from, to }: ListParams, day: string): boolean =>
  (!from || day >= from) && (!to || day <= to);
export const newestFirst = (one: string, other: string): number => compare(other, one);
/** Sort value of a missing day: last. */
const LAST_DAY = '9999-12-31';

type TypedRule<Row> = {
  readonly belongs: (row: Row) => boolean;
  readonly compare: (one: Row, other: Row) => number;
  readonly tabOf?: (row: Row) => string;
};
/**
 * Rule of a list, by functions that know the type of its rows.
 * @param rule `counts`: whether a row counts for its tab, by all filters but the tab
 */
export const listRule = <Row extends object>(
  rule: TypedRule<Row> & { readonly counts?: (row: Row) => boolean },
): ListRule => {
  const { tabOf, counts } = rule;
  return {
    belongs: (row) => rule.belongs(row as Row),
    compare: (one, other) => rule.compare(one as Row, other as Row),
    ...(tabOf &&
      counts && { tabOf: (row) => (counts(row as Row) ? tabOf(row as Row) : undefined) }),
  };
};

const leadOrders: Readonly<Record<string, (one: LeadItem, other: LeadItem) => number>> = {
  created: (one, other) => newestFirst(one.createdOn, other.createdOn),
  'next-follow-up': (one, other) =>
    compare(one.nextFollowUpOn ?? LAST_DAY, other.nextFollowUpOn ?? LAST_DAY),
  quoted: (one, other) => other.quotedPaise - one.quotedPaise,
};

function leadRule(params: ListParams): ListRule | undefined {
  const { status, type, assignedTo, gap, sort = 'created', dayOf = 'created' } = params;
  const order = leadOrders[sort];
  // the day of the last activity is known to the server only
  if (!order || dayOf !== 'created' || isWaitingGap(gap as LeadGap | undefined)) return undefined;
  const counts = (lead: LeadItem): boolean =>
    matches(type, lead.type) &&
    matches(assignedTo, lead.assignedTo.id) &&
    (gap === undefined || isUndated(lead)) &&
    isWithin(params, lead.createdOn);
  return listRule<LeadItem>({
    belongs: (lead) => counts(lead) && matches(status, lead.status),
    compare: (one, other) => order(one, other) || newestFirst(one.createdAt, other.createdAt),
    tabOf: ({ status: tab }) => tab,
    counts,
  });
}

export const upcomingRule = (
  member: string | undefined,
  isFound: (row: UpcomingVisit) => boolean,
): ListRule =>
  listRule<UpcomingVisit>({
    belongs: (row) => row.tab === 'upcoming' && matches(member, row.assignedTo.id) && isFound(row),
    compare: (one, other) => compare(one.dueOn, other.dueOn),
  });

type RuleOf = (params: ListParams) => ListRule | undefined;
const rules: Partial<Record<ListName, RuleOf>> = {
  leads: leadRule,
  'leads/:leadId/timeline': ({ leadId }) =>
    listRule<TimelineEntry>({
      belongs: (entry) => entry.leadId === leadId,
      compare: (one, other) => other.revision - one.revision,
    }),
  // the group depends on the organization's current day
  'follow-ups': ({ group, status, type, member }) =>
    group
      ? undefined
      : upcomingRule(
          member,
          (row) =>
            (status ? status === row.status : openStatuses.includes(row.status)) &&
            matches(type, row.type),
        ),
};

/**
 * Declares the rule of a list. Called by the feature that shows the list, which keeps the first
 * screen's code small.
 */
export function declareRule(list: ListName, rule: RuleOf): void {
  rules[list] = rule;
}

/** Rule of a list; undefined if only the server can filter or sort it, as for a search. */
export const ruleOf = (list: ListName, params: ListParams): ListRule | undefined =>
  params['q'] ? undefined : rules[list]?.(params);
