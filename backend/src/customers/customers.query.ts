import { ReadSide } from '#platform/live/read-side.js';
import { Clock } from '#platform/common/clock.js';
import { customerStages } from '#domain/customers/customer.values.js';
import { computePaymentStatus } from '#domain/customers/customer.js';
import type { CustomerListParams } from '#domain/customers/customer.queries.js';
import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import { dayAfter, dayIn, daysBetween } from '#domain/kernel/values/days.js';
import { maySee, seesEverything } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { streamName } from '#platform/event-log/subject.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import { type ViewQuery, Views } from '#platform/read-side/read-store/views.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import {
  type CustomerDetailDocument,
  customerDetail,
} from '#projections/customers/customer-detail.projection.js';
import {
  type CustomerDocument,
  CUSTOMER_COUNT_KEY,
  customerList,
  CUSTOMER_ORDERS,
  OPEN_PAYMENTS,
  summarizeUnpaid,
  TO_COLLECT_KEY,
} from '#projections/customers/customer-list.projection.js';
import {
  type CustomerPart,
  customerParts,
} from '#projections/customers/customer-parts.projection.js';
import { type LeadDetailDocument, leadDetail } from '#projections/leads/lead-detail.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { pageRows, toList } from '../http/listed.js';
import { outdatedNotice } from '../http/problems/outdated-notice.js';
import { PersonNames } from '../auth/people/names.js';
import { loadOwners } from './customer-owners.js';
import { customerDetailPresenter, toCustomerItem } from './customer.presenters.js';

const PARTS_AT_ONCE = 500;

export class ListCustomers extends Query<CustomerList> {
  constructor(
    readonly asker: Asker,
    readonly params: CustomerListParams,
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

/** Lists customers; every member sees all of the organization's. */
@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker, params }: ListCustomers): Promise<CustomerList> {
    const { stage, payment, q = '', from, to, sort, after } = params;
    const { views, clock } = this;
    const today = dayIn(asker.timeZone, clock.now());
    const search = q.trim() === '' ? undefined : searchTerms(q);
    if (q.trim() !== '' && !search) return { items: [], hasMore: false, counts: noCustomers };
    const { filter: paymentFilter, sort: usualSort } = paymentFilterAndOrder(payment, today);
    const convertedOn =
      from === undefined && to === undefined
        ? undefined
        : { ...(from && { from }), ...(to && { to }) };
    const viewQuery = {
      filter: { stage, convertedOn, ...paymentFilter },
      sort: sort === 'to-collect' ? CUSTOMER_ORDERS.byAmount : usualSort,
      limit: pageRows(params),
      after,
      search,
    };
    const isNarrowed = payment !== undefined || convertedOn !== undefined || search !== undefined;
    const listed =
      isNarrowed || stage !== undefined ? { filter: viewQuery.filter, search } : undefined;
    const [{ documents, next }, byStage, unpaid] = await Promise.all([
      views.find<CustomerDocument>(customerList, asker.organizationId, viewQuery),
      isNarrowed
        ? views.countEach(
            customerList,
            asker.organizationId,
            { filter: { convertedOn, ...paymentFilter }, search },
            'stage',
          )
        : this.countAllByStage(asker.organizationId),
      seesEverything(asker.role) ? this.sumUnpaid(asker.organizationId, listed) : undefined,
    ]);
    const ownerOf = await loadOwners(views, this.names, asker.organizationId, documents);
    const customers = documents.map((document) =>
      toCustomerItem(document, today, ownerOf(document)),
    );
    return {
      ...toList(customers, next),
      counts: toStageCounts(byStage),
      ...(unpaid && { toCollect: summarizeUnpaid(unpaid, today) }),
    };
  }

  /** Unpaid money by its day; without `listed`, of all customers of the organization. */
  private async sumUnpaid(
    organizationId: string,
    listed: Pick<ViewQuery, 'filter' | 'search'> | undefined,
  ): Promise<Readonly<Record<string, number>>> {
    if (listed)
      return this.views.sumEach(
        customerList,
        organizationId,
        listed,
        'unpaidSince',
        'toCollectPaise',
      );
    const sums = await this.views.getSums(customerList, organizationId, [TO_COLLECT_KEY]);
    return sums.get(TO_COLLECT_KEY) ?? {};
  }

  private async countAllByStage(organizationId: string): Promise<Readonly<Record<string, number>>> {
    return (
      (await this.views.getSums(customerList, organizationId, [CUSTOMER_COUNT_KEY])).get(
        CUSTOMER_COUNT_KEY,
      ) ?? {}
    );
  }
}

/**
 * Filter and order by payment. Overdue depends on the day, so it filters by day, longest overdue
 * first.
 */
function paymentFilterAndOrder(payment: CustomerListParams['payment'], today: string) {
  const yesterday = dayAfter(today, -1);
  switch (payment) {
    case 'Overdue':
      return {
        filter: { payment: { in: [OPEN_PAYMENTS, 'Partial'] }, unpaidSince: { to: yesterday } },
        sort: CUSTOMER_ORDERS.byDueDay,
      };
    case 'Pending':
      return {
        filter: { payment: OPEN_PAYMENTS, unpaidSince: { from: today } },
        sort: CUSTOMER_ORDERS.byDueDay,
      };
    case 'Partial':
      return { filter: { payment, unpaidSince: { from: today } }, sort: CUSTOMER_ORDERS.newest };
    default:
      return { filter: { payment }, sort: CUSTOMER_ORDERS.newest };
  }
}

const toStageCounts = (byStage: Readonly<Record<string, number>>): CustomerList['counts'] => {
  const counts = { ...noCustomers };
  for (const stage of customerStages) {
    counts[stage] = byStage[stage] ?? 0;
    counts.All += counts[stage];
  }
  return counts;
};
const noCustomers = Object.fromEntries(
  [...customerStages, 'All'].map((name) => [name, 0]),
) as Record<keyof CustomerList['counts'], number>;

@QueryHandler(GetCustomer)
export class GetCustomerHandler implements IQueryHandler<GetCustomer> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
    @Inject(ReadSide) private readonly readSide: Pick<ReadSide, 'isParked'>,
    private readonly folded: FoldedStreams,
  ) {}

  async execute({ asker, customerId }: GetCustomer): Promise<CustomerDetail> {
    const { views, clock, readSide } = this;
    const { organizationId, timeZone } = asker;
    const validId = parseId(customerId);
    const customer =
      validId &&
      (await views.getOne<CustomerDetailDocument>(customerDetail, organizationId, validId));
    if (!customer) return this.refuseMissing(asker, validId);
    const [parts, lead] = await Promise.all([
      loadParts(views, organizationId, customer.customerId),
      views.getOne<LeadDetailDocument>(leadDetail, organizationId, customer.customerId),
    ]);
    const today = dayIn(timeZone, clock.now());
    const startedOn = customer.details.projectStartsOn ?? dayIn(timeZone, customer.convertedAt);
    const daysSinceStart = Math.max(0, daysBetween(startedOn, today));
    const [detail] = await this.names.present([{ customer, parts }], customerDetailPresenter);
    const notice = outdatedNotice(
      readSide,
      ...['lead', 'customer'].map((kind) => streamName(kind, organizationId, customer.customerId)),
    );
    const invoices = parts.flatMap((part) => (part.kind === 'invoice' ? part.invoice : []));
    const hasLead = lead !== undefined && maySee(asker, lead.assignedTo);
    return {
      ...detail!,
      paymentStatus: computePaymentStatus({ ...customer, invoices }, today),
      daysSinceStart,
      hasLead,
      ...notice,
    };
  }

  /**
   * Refuses with another code if the customer is about to appear: the lead's stream has the
   * conversion before the views do. Members who may not see the lead are not told.
   */
  private async refuseMissing(asker: Asker, leadId: string | undefined): Promise<never> {
    if (leadId === undefined) return refuse('customer-not-found');
    const lead = await this.folded.loadKnownState(
      leadAggregate,
      streamName('lead', asker.organizationId, leadId),
    );
    const isOnItsWay =
      lead.phase === 'open' && lead.conversions.length > 0 && maySee(asker, lead.assignedTo);
    return refuse(isOnItsWay ? 'customer-on-its-way' : 'customer-not-found');
  }
}

/** Parts in order of recording. */
async function loadParts(
  views: Views,
  organizationId: string,
  customerId: string,
): Promise<readonly CustomerPart[]> {
  const parts: CustomerPart[] = [];
  const viewQuery = { filter: { customerId }, sort: ['number'], limit: PARTS_AT_ONCE };
  for await (const { documents } of views.readPages<CustomerPart>(
    customerParts,
    organizationId,
    viewQuery,
  ))
    parts.push(...documents);
  return parts;
}
