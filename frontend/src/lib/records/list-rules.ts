import { compare } from '#domain/kernel/order.js';
import type { LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import type { CompletedVisit, UpcomingVisit, VisitItem } from '#domain/visits/visit.views.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { defaultCategory } from '#domain/catalogue/catalogue.values.js';
import type { OfferItem, PackageView, ProductItem } from '#domain/catalogue/catalogue.views.js';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import type { ListRule } from './list-data.js';
import type { ListName } from './record.js';

/** Filters of a list as its address has them; empty ones are left out. */
export type ListParams = Readonly<Record<string, string | undefined>>;

const fits = (wanted: string | undefined, value: string | undefined): boolean => !wanted || wanted === value;
const isWithin = ({ from, to }: ListParams, day: string): boolean => (!from || day >= from) && (!to || day <= to);
const newestFirst = (one: string, other: string): number => compare(other, one);
/** Days that are missing come last. */
const LAST_DAY = '9999-12-31';

type Typed<Row> = {
  readonly belongs: (row: Row) => boolean;
  readonly compare: (one: Row, other: Row) => number;
  readonly tabOf?: (row: Row) => string;
};
const untyped = <Row extends object>(rule: Typed<Row> & { readonly counts?: (row: Row) => boolean }): ListRule => {
  const { tabOf, counts } = rule;
  return {
    belongs: (row) => rule.belongs(row as Row),
    compare: (one, other) => rule.compare(one as Row, other as Row),
    ...(tabOf && counts && { tabOf: (row) => (counts(row as Row) ? tabOf(row as Row) : undefined) }),
  };
};

const leadOrders: Readonly<Record<string, (one: LeadItem, other: LeadItem) => number>> = {
  created: (one, other) => newestFirst(one.createdOn, other.createdOn),
  'next-follow-up': (one, other) => compare(one.nextFollowUpOn ?? LAST_DAY, other.nextFollowUpOn ?? LAST_DAY),
  quoted: (one, other) => other.quotedPaise - one.quotedPaise,
};

function leadRule(params: ListParams): ListRule | undefined {
  const { status, type, assignedTo, sort = 'created', dayOf = 'created' } = params;
  const order = leadOrders[sort];
  if (!order || dayOf !== 'created') return undefined;
  const counts = (lead: LeadItem): boolean => fits(type, lead.type) && fits(assignedTo, lead.assignedTo.id) && isWithin(params, lead.createdOn);
  return untyped<LeadItem>({
    belongs: (lead) => counts(lead) && fits(status, lead.status),
    compare: (one, other) => order(one, other) || newestFirst(one.createdAt, other.createdAt),
    tabOf: ({ status: tab }) => tab,
    counts,
  });
}

const upcomingRule = (member: string | undefined, isFound: (row: UpcomingVisit) => boolean): ListRule =>
  untyped<UpcomingVisit>({
    belongs: (row) => row.tab === 'upcoming' && fits(member, row.assignedTo.id) && isFound(row),
    compare: (one, other) => compare(one.dueOn, other.dueOn),
  });

function visitRule({ tab = 'upcoming', member, ...days }: ListParams): ListRule {
  if (tab === 'upcoming') return upcomingRule(member, ({ dueOn }) => isWithin(days, dueOn));
  const timeOf = (visit: VisitItem): string => ('startedAt' in visit ? visit.startedAt : visit.at);
  return untyped<CompletedVisit>({
    belongs: ({ day, by, ...row }) => row.tab === tab && fits(member, by.id) && isWithin(days, day),
    compare: (one, other) => newestFirst(one.day, other.day) || newestFirst(timeOf(one), timeOf(other)),
  });
}

/** Overdue and pending customers stand in the order of a day that no row shows; a range is of days in the organization's time zone. */
function customerRule({ stage, payment, from, to }: ListParams): ListRule | undefined {
  if (payment === 'Overdue' || payment === 'Pending' || from || to) return undefined;
  const counts = (customer: CustomerItem): boolean => fits(payment, customer.paymentStatus);
  return untyped<CustomerItem>({
    belongs: (customer) => counts(customer) && fits(stage, customer.stage),
    compare: (one, other) => newestFirst(one.convertedAt, other.convertedAt),
    tabOf: (customer) => customer.stage,
    counts,
  });
}

function itemRule({ status, categoryId, fileType }: ListParams): ListRule {
  type Item = ProductItem | PackageView | OfferItem;
  const counts = (item: Item): boolean =>
    fits(categoryId, item.categoryId ?? defaultCategory) && fits(fileType, 'fileType' in item ? item.fileType : undefined);
  return untyped<Item>({
    belongs: (item) => counts(item) && fits(status, item.status),
    compare: (one, other) => newestFirst(one.createdAt, other.createdAt),
    tabOf: (item) => item.status,
    counts,
  });
}

const rules: Partial<Readonly<Record<ListName, (params: ListParams) => ListRule | undefined>>> = {
  leads: leadRule,
  'leads/:leadId/timeline': ({ leadId }) =>
    untyped<TimelineEntry>({ belongs: (entry) => entry.leadId === leadId, compare: (one, other) => other.revision - one.revision }),
  visits: visitRule,
  // groups depend on the organization's day
  'follow-ups': ({ group, status, type, member }) =>
    group ? undefined : upcomingRule(member, (row) => (status ? status === row.status : openStatuses.includes(row.status)) && fits(type, row.type)),
  customers: customerRule,
  products: itemRule,
  packages: itemRule,
  offers: itemRule,
  alerts: ({ type, state }) =>
    untyped<AlertItem>({
      belongs: (alert) => fits(type, alert.type) && fits(state, alert.isRead ? 'read' : 'unread'),
      compare: (one, other) => newestFirst(one.at, other.at),
    }),
  bills: ({ status, type, member, range }) =>
    range
      ? undefined
      : untyped<BillItem>({
          belongs: (bill) => fits(status, bill.status) && fits(type, bill.type) && fits(member, bill.submittedBy.id),
          compare: (one, other) => newestFirst(one.spentOn, other.spentOn) || newestFirst(one.submittedAt, other.submittedAt),
          tabOf: ({ status: tab }) => tab,
          counts: (bill) => fits(type, bill.type) && fits(member, bill.submittedBy.id),
        }),
};

/** Rule of a list; undefined where only the server can say what is found: a search, an order that no row shows. */
export const ruleOf = (list: ListName, params: ListParams): ListRule | undefined => (params['q'] ? undefined : rules[list]?.(params));
