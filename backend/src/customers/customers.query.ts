import { customerStages, paymentStatuses } from '#domain/customers/customer.commands.js';
import { paymentStatusOf } from '#domain/customers/customer.js';
import type { CustomerDetail, CustomerItem, CustomerList } from '#domain/customers/customer.views.js';
import { dayAfter, dayIn } from '#domain/kernel/days.js';
import { refuse } from '#domain/kernel/refusal.js';
import { idIn } from '#domain/kernel/schema.js';
import { searchTerms } from '#platform/read-store/search-text.js';
import { type CustomerDetailDocument, customerDetail } from '#projections/customers/customer-detail.projection.js';
import {
  type CustomerDocument,
  customerCountKey,
  customerList,
  customerOrders,
  openPayments,
} from '#projections/customers/customer-list.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Asker } from '../http/caller.js';
import { optional } from '../http/parsed.js';
import { listed } from '../http/listed.js';
import { PARTS, type Parts } from '../parts.js';
import { Names } from '../sessions/names.js';
import { customerDetailShown } from './customer.presenters.js';

const pageSize = 12;

export const customerListForm = z.strictObject({
  stage: optional(z.enum(customerStages)),
  payment: optional(z.enum(paymentStatuses)),
  q: z.string().max(200).optional(),
  after: optional(z.string().max(500)),
});
export type CustomerListForm = z.output<typeof customerListForm>;

export class ListCustomers extends Query<CustomerList> {
  constructor(
    readonly asker: Asker,
    readonly form: CustomerListForm,
  ) {
    super();
  }
}

export class GetCustomer extends Query<CustomerDetail> {
  constructor(
    readonly asker: Asker,
    readonly customerId: string,
  ) {
    super();
  }
}

/** Which customers; all of the organization's, for every member (document 1 §6). */
@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  async execute({ asker, form }: ListCustomers): Promise<CustomerList> {
    const { stage, payment, q = '', after } = form;
    const { views, clock } = this.parts;
    const today = dayIn(asker.timeZone, clock.now());
    const [search, sums] = [q.trim() === '' ? undefined : searchTerms(q), await views.sums(customerList, asker.organizationId, [customerCountKey])];
    const counts = countsOf(sums.get(customerCountKey) ?? {});
    if (q.trim() !== '' && !search) return { items: [], hasMore: false, counts };
    const { filter, sort } = askedOf(payment, today);
    const question = { filter: { stage, ...filter }, sort, limit: pageSize, after, search };
    const { items, next } = await views.find(customerList, asker.organizationId, question);
    const customers = items.map(({ json }) => shown(JSON.parse(json) as CustomerDocument, today));
    return { ...listed(customers, next), counts };
  }
}

/** Whether what is open is overdue depends on the day, so it is asked for by day, the longest overdue first. */
function askedOf(payment: CustomerListForm['payment'], today: string) {
  const yesterday = dayAfter(today, -1);
  switch (payment) {
    case 'Overdue':
      return { filter: { payment: openPayments, unpaidSince: { to: yesterday } }, sort: customerOrders.byDueDay };
    case 'Pending':
      return { filter: { payment: openPayments, unpaidSince: { from: today } }, sort: customerOrders.byDueDay };
    default:
      return { filter: { payment }, sort: customerOrders.newest };
  }
}

const countsOf = (byStage: Readonly<Record<string, number>>) => {
  const counts = Object.fromEntries(customerStages.map((stage) => [stage, byStage[stage] ?? 0]));
  return { ...counts, All: Object.values(counts).reduce((sum, count) => sum + count, 0) };
};

export function shown({ organizationId: _, payment, unpaidSince, ...customer }: CustomerDocument, today: string): CustomerItem {
  const paymentStatus = payment !== openPayments ? payment : unpaidSince < today ? 'Overdue' : 'Pending';
  return { ...customer, leadId: customer.customerId, paymentStatus };
}

@QueryHandler(GetCustomer)
export class GetCustomerHandler implements IQueryHandler<GetCustomer> {
  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  async execute({ asker: { organizationId, timeZone }, customerId }: GetCustomer): Promise<CustomerDetail> {
    const { views, clock } = this.parts;
    const known = idIn(customerId);
    const record = known && (await views.one<CustomerDetailDocument>(customerDetail, organizationId, known));
    if (!record) return refuse('customer-not-found');
    const today = dayIn(timeZone, clock.now());
    const daysSinceStart = Math.max(0, Math.floor((Date.parse(clock.now()) - Date.parse(record.convertedAt)) / (24 * 60 * 60 * 1_000)));
    const [detail] = await new Names(views).shown([record], customerDetailShown);
    return { ...detail!, paymentStatus: paymentStatusOf(record, today), daysSinceStart };
  }
}
