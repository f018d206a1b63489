import { dayAfter } from '#domain/kernel/values/days.js';
import { asha, created, meera, ravi } from '#domain/leads/lead.examples.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { type LeadStatus, leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import type { CustomerEvent } from '#domain/customers/customer.events.js';
import { customerCreated } from '#domain/customers/customer.examples.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { ProjectedViews } from '#platform/testing/projected-views.js';
import { recorded } from '#platform/testing/recorded.js';
import { countRuns } from '#platform/testing/times.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { people } from '#projections/accounts/people.projection.js';
import { customerList } from '#projections/customers/customer-list.projection.js';
import { activity } from '#projections/leads/activity.projection.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { leaderboard } from '#projections/leads/leaderboard.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { GetDashboard, GetDashboardHandler } from './dashboard.query.js';
import { ListLeads, ListLeadsHandler } from './lead-list.query.js';

/** 20,000 leads in the thorough run. */
const leadCount = countRuns(20_000);
const today = '2026-11-21';
type DatedEvent = {
  readonly stream: string;
  readonly event: LeadEvent | CustomerEvent;
  readonly on: string;
};

const customerOf = (convertedOn: string): CustomerEvent =>
  ({ ...customerCreated, data: { ...customerCreated.data, convertedOn } }) as CustomerEvent;

/**
 * Events of the lead with a number: two quotations and a conversion. Every third lead converts
 * twice. Every fifth one gets another owner, every eleventh another type, every thirteenth another
 * status, and every seventeenth is deleted.
 */
function createLeadHistory(number: number): DatedEvent[] {
  const ago = (days: number) => dayAfter(today, -days);
  const stream = `lead-org_${number}`;
  const eventAgo = (days: number, event: LeadEvent): DatedEvent => ({
    stream,
    event,
    on: ago(days),
  });
  const assignedTo = number % 2 ? asha.id : ravi.id;
  const type = leadTypes[number % leadTypes.length]!;
  const lead = {
    ...(created as Extract<LeadEvent, { type: 'LeadCreated' }>).data,
    assignedTo,
    type,
    firstName: `Lead${number}`,
    city: number % 7 ? 'Pune' : 'Nashik',
  };
  const uploaded = (days: number, amountPaise: number) =>
    eventAgo(days, {
      type: 'QuotationUploaded',
      data: { quotationId: String(days), amountPaise },
    });
  const paid = (days: number, from: LeadStatus, amountPaise: number) =>
    eventAgo(days, {
      type: 'LeadConverted',
      data: {
        from,
        payment: { paymentId: String(days), amountPaise, paidOn: ago(days), method: 'Cash' },
      },
    });
  const lastDay = number % 20;
  return [
    eventAgo(60, { type: 'LeadCreated', data: lead }),
    uploaded(50, 100 + number),
    uploaded(30 + (number % 10), 200),
    paid(lastDay + 3, 'Quoted', 1_000 + number),
    ...(number % 3
      ? []
      : [
          eventAgo(lastDay + 2, {
            type: 'LeadLost',
            data: { from: 'Converted', reason: 'Waits' },
          }),
          paid(lastDay, 'Lost', 7),
        ]),
    ...(number % 5
      ? []
      : [eventAgo(0, { type: 'LeadReassigned', data: { from: assignedTo, to: meera.id } })]),
    ...(number % 11
      ? []
      : [
          eventAgo(0, {
            type: 'LeadEdited',
            data: { changes: { type: 'Other', city: 'Mumbai' } },
          }),
        ]),
    ...(number % 13
      ? []
      : [
          eventAgo(0, {
            type: 'LeadStatusChanged',
            data: { from: 'Converted', to: 'Contacted' },
          }),
        ]),
    ...(number % 17 ? [] : [eventAgo(0, { type: 'LeadDeleted', data: {} })]),
    { stream: `customer-org_${number}`, event: customerOf(ago(lastDay + 3)), on: today },
  ];
}

type Counted = {
  readonly status: LeadStatus;
  readonly type: string;
  readonly assignedTo: string;
  readonly city: string;
  figures: readonly [of: string, day: string, paise: number][];
};

/** Expected figures, counted from the same events without a projection. */
function recount(log: readonly RecordedEvent[]): readonly Counted[] {
  const found = new Map<string, Counted | undefined>();
  for (const { stream, type, data, metadata } of log as readonly (RecordedEvent & LeadEvent)[]) {
    if (type === 'LeadCreated')
      found.set(stream, {
        status: 'New',
        type: data.type,
        assignedTo: data.assignedTo,
        city: data.city,
        figures: [],
      });
    const lead = found.get(stream);
    if (!lead) continue;
    if (type === 'LeadDeleted') found.set(stream, undefined);
    if (type === 'LeadReassigned') found.set(stream, { ...lead, assignedTo: data.to });
    if (type === 'LeadEdited')
      found.set(stream, { ...lead, type: data.changes.type!, city: data.changes.city! });
    if (type === 'LeadLost') found.set(stream, { ...lead, status: 'Lost' });
    if (type === 'LeadStatusChanged') found.set(stream, { ...lead, status: data.to });
    if (type === 'QuotationUploaded')
      lead.figures = [...lead.figures, ['quoted', metadata.on, data.amountPaise]];
    if (type === 'LeadConverted')
      found.set(stream, {
        ...lead,
        status: 'Converted',
        figures: [...lead.figures, ['converted', metadata.on, data.payment!.amountPaise]],
      });
  }
  return [...found.values()].filter((lead) => lead !== undefined);
}

const projected = new ProjectedViews([
  people,
  leadList,
  leaderboard,
  followUps,
  visits,
  activity,
  customerList,
] as readonly unknown[] as readonly Projection[]);
const names = new PersonNames(projected.views);
const clock = new ClockInMemory();
const asker = (member: { id: string; role: Asker['role'] }): Asker => ({
  ...member,
  organizationId: 'org',
  timeZone: 'Asia/Kolkata',
});
let counted: readonly Counted[];

beforeAll(async () => {
  const log = Array.from({ length: leadCount }, (_, number) => {
    const happened = createLeadHistory(number);
    const events = recorded(...happened.map(({ stream, event }) => [stream, event] as const));
    return events.map((event, index) => ({
      ...event,
      metadata: { ...event.metadata, on: happened[index]!.on },
    }));
  })
    .flat()
    .map((event, index) => ({ ...event, position: String(index).padStart(20, '0') }));
  await projected.open();
  await projected.project(log);
  counted = recount(log);
}, 300_000);
afterAll(() => projected.close());

const listLeads = (reader: Asker, params: ListLeads['params']): Promise<LeadList> =>
  new ListLeadsHandler(projected.views, names, clock).execute(new ListLeads(reader, params));

/** Whether a lead matches `nashik` by its city, or `lead1` by its name with its number. */
const matchesSearch = (q: string | undefined, { city }: Counted, index: number): boolean => {
  if (q === undefined) return true;
  return q === 'nashik' ? city === 'Nashik' : leadNumberAt(index).startsWith('1');
};

const figuresWithin = (lead: Counted, wanted: string, from: string, to: string) =>
  lead.figures.filter(([figure, day]) => figure === wanted && day >= from && day <= to);

describe(`of ${leadCount} converted leads`, () => {
  const [week, quarter] = [
    { from: dayAfter(today, -6), to: today },
    { from: dayAfter(today, -90), to: today },
  ];
  test.each([
    ['converted', quarter, {}],
    ['quoted', quarter, {}],
    ['quoted', { from: dayAfter(today, -50), to: dayAfter(today, -50) }, {}],
    ['converted', week, { status: 'Converted' }],
    ['converted', quarter, { type: 'Builder', assignedTo: meera.id }],
    ['quoted', quarter, { q: 'nashik' }],
    ['converted', week, { q: 'lead1', status: 'Contacted' }],
  ] as const)(
    'those %s on days of %j with %j are counted exactly',
    async (dayOf, days, filters) => {
      const params: ListLeads['params'] & { readonly city?: string } = {
        ...days,
        ...filters,
        dayOf,
      };
      const { counts, total, paise } = await listLeads(asker(meera), params);
      const found = counted.filter(
        (lead, index) =>
          figuresWithin(lead, dayOf, days.from, days.to).length > 0 &&
          (params.type === undefined || lead.type === params.type) &&
          (params.assignedTo === undefined || lead.assignedTo === params.assignedTo) &&
          matchesSearch(params.q, lead, index),
      );
      const withStatus = found.filter(
        (lead) => params.status === undefined || lead.status === params.status,
      );
      expect(counts).toEqual({
        All: found.length,
        ...Object.fromEntries(
          leadStatuses.map((status) => [
            status,
            found.filter((lead) => lead.status === status).length,
          ]),
        ),
      });
      expect(total).toBe(withStatus.length);
      expect(paise).toBe(
        withStatus
          .flatMap((lead) => figuresWithin(lead, dayOf, days.from, days.to))
          .reduce((sum, [, , amount]) => sum + amount, 0),
      );
    },
  );

  test('each is listed once, on its latest day', async () => {
    const days = {
      from: dayAfter(today, -8),
      to: dayAfter(today, -2),
      dayOf: 'converted',
      status: 'Converted',
    } as const;
    const seen: string[] = [];
    let after: string | undefined;
    for (;;) {
      const { items, next } = await listLeads(asker(asha), { ...days, after });
      seen.push(...items.map(({ leadId }) => leadId));
      if (!next) break;
      after = next;
    }
    const expected = counted.filter(
      (lead) =>
        lead.assignedTo === asha.id &&
        lead.status === 'Converted' &&
        figuresWithin(lead, 'converted', days.from, days.to).length > 0,
    );
    expect([seen.length, new Set(seen).size]).toEqual([expected.length, expected.length]);
  });

  test.each([meera, asha])('the dashboard counts each: %j', async (member) => {
    const {
      leads: found,
      week: lastWeek,
      customers,
    } = await new GetDashboardHandler(projected.views, names, clock).execute(
      new GetDashboard(asker(member)),
    );
    const theirs = counted.filter(
      ({ assignedTo }) => member.role === 'admin' || assignedTo === member.id,
    );
    expect(found.total).toBe(theirs.length);
    expect(found.byStatus.Converted).toBe(
      theirs.filter(({ status }) => status === 'Converted').length,
    );
    expect(customers).toBe(leadCount);
    // Customers count for the organization, whoever has the lead, even if the lead was deleted.
    expect(lastWeek.customers).toBe(
      Array.from({ length: leadCount }, (_, number) => (number % 20) + 3).filter((days) => days < 7)
        .length,
    );
  });
});

const undeletedNumbers = Array.from({ length: leadCount }, (_, number) => number).filter(
  (number) => number % 17 !== 0,
);
/** Number of the lead at an index of `counted`. */
const leadNumberAt = (index: number) => String(undeletedNumbers[index]);
