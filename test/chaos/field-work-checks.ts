import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { CustomerEvent } from '#domain/customers/customer.events.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import type { Charts, DayTotals, Leaderboard, CompletedVisit } from '#domain/visits/visit.views.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { Person } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { readAllPages } from '../faults/all-pages.js';
import { streamsOf } from '../faults/log-checks.js';
import type { SentCommand } from '../faults/send-until-answered.js';
import type { Check } from './checks.js';

/** Answers of the HTTP API about visits, customers and leaderboards when idle. */
export type FieldWork = {
  readonly visits: readonly CompletedVisit[];
  readonly customers: readonly CustomerItem[];
  readonly leaderboard: Leaderboard;
  readonly charts: Charts;
};

/**
 * Reads the answers once every converted lead has its customer, at most `withinMs` milliseconds.
 */
export async function readFieldWork(
  admin: Person,
  sent: readonly SentCommand[],
  position: string,
  withinMs: number,
): Promise<FieldWork> {
  const converted = idsOf(sent, 'ConvertLead', 'leadId');
  const customers = () => readAllPages<CustomerItem>(admin, '/api/customers', position);
  const areCustomersStored = async () => {
    const customerIds = new Set((await customers()).map(({ customerId }) => customerId));
    return [...converted].every((id) => customerIds.has(id));
  };
  // Ignores a timeout, because the check names the missing customers.
  await until(() => areCustomersStored().catch(() => false), { withinMs, everyMs: 200 }).catch(
    () => undefined,
  );
  return {
    customers: await customers(),
    visits: await readAllPages<CompletedVisit>(admin, '/api/visits?tab=completed', position),
    leaderboard: await admin.getAfter<Leaderboard>('/api/leaderboard', position),
    charts: await admin.getAfter<Charts>('/api/charts', position),
  };
}

/** Compares visits, customers, payments and the leaderboard with the log, not with the views. */
export function checkFieldWork(
  fieldWork: FieldWork,
  events: readonly RecordedEvent[],
  sent: readonly SentCommand[],
): readonly Check[] {
  const streams = streamsOf(events);
  const leadHistories = [...streams]
    .filter(([stream]) => stream.startsWith('lead-'))
    .map(([, history]) => history as unknown as readonly RecordedLeadEvent[]);
  const customerHistories = new Map(
    [...streams]
      .filter(([stream]) => stream.startsWith('customer-'))
      .map(([stream, history]) => [
        parseStream(stream).id,
        history as unknown as readonly RecordedCustomerEvent[],
      ]),
  );
  return [
    checkVisits(fieldWork, leadHistories, sent),
    checkConversions(fieldWork, leadHistories, customerHistories, sent),
    checkPayments(fieldWork, customerHistories),
    checkLeaderboard(fieldWork, leadHistories),
  ];
}

type RecordedLeadEvent = RecordedEvent<LeadEvent>;
type RecordedCustomerEvent = RecordedEvent<CustomerEvent>;

function checkVisits(
  { visits }: FieldWork,
  leads: readonly (readonly RecordedLeadEvent[])[],
  sent: readonly SentCommand[],
): Check {
  const visitIdsIn = (histories: typeof leads) =>
    visitsIn(histories).map(({ data }) => data.visitId);
  const recordedIds = visitIdsIn(leads);
  const expectedIds = visitIdsIn(leads.filter(isListed));
  const shownIds = visits.map(({ visitId }) => visitId);
  const violations = [
    ...[...idsOf(sent, 'RecordVisit', 'visitId')]
      .filter((id) => recordedIds.filter((recordedId) => recordedId === id).length !== 1)
      .map((id) => `${id}: not once in the log`),
    ...missingIn(shownIds, expectedIds).map((id) => `${id}: not in the list`),
    ...missingIn(expectedIds, shownIds).map((id) => `${id}: in the list, but not expected there`),
    ...duplicatesIn(shownIds).map((id) => `${id}: twice in the list`),
  ];
  return {
    name: 'every visit exactly once, in the log and in the list',
    count: recordedIds.length,
    violations,
  };
}

function checkConversions(
  { customers }: FieldWork,
  leads: readonly (readonly RecordedLeadEvent[])[],
  customerHistories: ReadonlyMap<string, readonly RecordedCustomerEvent[]>,
  sent: readonly SentCommand[],
): Check {
  const violations: string[] = [];
  const converted = new Set<string>();
  for (const history of leads)
    for (const event of history)
      if (event.type === 'LeadConverted') {
        const { id } = parseStream(event.stream);
        converted.add(id);
        const customer = customerHistories.get(id) ?? [];
        const createdCount = customer.filter(({ type }) => type === 'CustomerCreated').length;
        if (createdCount !== 1) violations.push(`${id}: ${createdCount} customers`);
        const { paymentId } = event.data.payment ?? {};
        const paymentCount = customer.filter(
          ({ type, data }) => type === 'PaymentRecorded' && data.paymentId === paymentId,
        ).length;
        if (paymentId !== undefined && paymentCount !== 1)
          violations.push(`${id}: its first payment ${paymentCount} times`);
      }
  const convertedIds = [...converted];
  const shownIds = customers.map(({ customerId }) => customerId);
  violations.push(
    ...missingIn(convertedIds, [...idsOf(sent, 'ConvertLead', 'leadId')]).map(
      (id) => `${id}: not converted in the log`,
    ),
    ...missingIn(shownIds, convertedIds).map((id) => `${id}: no customer in the list`),
    ...missingIn(convertedIds, [...customerHistories.keys()]).map(
      (id) => `${id}: a customer whose lead was not converted`,
    ),
    ...duplicatesIn(shownIds).map((id) => `${id}: twice in the list`),
  );
  return {
    name: 'one customer and one first payment for each conversion',
    count: converted.size,
    violations,
  };
}

function checkPayments(
  { customers }: FieldWork,
  customerHistories: ReadonlyMap<string, readonly RecordedCustomerEvent[]>,
): Check {
  const violations: string[] = [];
  let paymentCount = 0;
  for (const { customerId, paidPaise } of customers) {
    const paid = (customerHistories.get(customerId) ?? []).flatMap((event) =>
      event.type === 'PaymentRecorded' ? [event.data] : [],
    );
    paymentCount += paid.length;
    const sum = paid.reduce((total, { amountPaise }) => total + amountPaise, 0);
    if (sum !== paidPaise) violations.push(`${customerId}: shown ${paidPaise}, recorded ${sum}`);
    violations.push(
      ...duplicatesIn(paid.map(({ paymentId }) => paymentId)).map(
        (id) => `${customerId}: payment ${id} twice`,
      ),
    );
  }
  return { name: 'payments add up, to the paisa', count: paymentCount, violations };
}

/** Compares the figures of the last thirty days with counts over the log. */
function checkLeaderboard(
  { leaderboard, charts }: FieldWork,
  leads: readonly (readonly RecordedLeadEvent[])[],
): Check {
  const violations: string[] = [];
  const days = new Set(charts.days.map(({ day }) => day));
  const listedLeads = leads.filter(isListed);
  for (const { memberId, leads: shownLeads, visits: shownVisits } of leaderboard.items) {
    const ownedCount = listedLeads.filter(
      (history) => days.has(history[0]!.metadata.on) && ownerOf(history) === memberId,
    ).length;
    const visitCount = visitsIn(listedLeads).filter(
      (visit) => visit.metadata.actorId === memberId && days.has(visit.data.startedOn),
    ).length;
    if (ownedCount !== shownLeads || visitCount !== shownVisits)
      violations.push(
        `${memberId}: shown ${shownLeads} leads and ${shownVisits} visits, counted ${ownedCount} and ${visitCount}`,
      );
  }
  for (const shown of charts.days) {
    const counted = totalsOf(shown.day, listedLeads);
    if (JSON.stringify(counted) !== JSON.stringify(shown))
      violations.push(
        `${shown.day}: shown ${JSON.stringify(shown)}, counted ${JSON.stringify(counted)}`,
      );
  }
  return {
    name: 'leaderboard and charts as counted over the log',
    count: leaderboard.items.length + charts.days.length,
    violations,
  };
}

function totalsOf(day: string, listedLeads: readonly (readonly RecordedLeadEvent[])[]): DayTotals {
  const events = listedLeads.flat().filter(({ metadata }) => metadata.on === day);
  const sum = (amountOf: (event: RecordedLeadEvent) => number) =>
    events.reduce((total, event) => total + amountOf(event), 0);
  return {
    day,
    leads: listedLeads.filter((history) => history[0]!.metadata.on === day).length,
    visits: visitsIn(listedLeads).filter(({ data }) => data.startedOn === day).length,
    quotedPaise: sum((event) => (event.type === 'QuotationUploaded' ? event.data.amountPaise : 0)),
    convertedPaise: listedLeads.reduce((total, history) => total + sumConvertedOn(day, history), 0),
  };
}

/**
 * Sums the value of a day's conversions. Later payments count as part of the value if the first
 * conversion named one.
 */
function sumConvertedOn(day: string, history: readonly RecordedLeadEvent[]): number {
  const conversions = history.filter(
    (event): event is Extract<RecordedLeadEvent, { readonly type: 'LeadConverted' }> =>
      event.type === 'LeadConverted',
  );
  const isValued = conversions[0]?.data.projectValuePaise !== undefined;
  const valueOf = ({ data }: (typeof conversions)[number]) =>
    data.projectValuePaise ?? (isValued ? 0 : (data.payment?.amountPaise ?? 0));
  return conversions
    .filter(({ metadata }) => metadata.on === day)
    .reduce((total, conversion) => total + valueOf(conversion), 0);
}

const visitsIn = (leads: readonly (readonly RecordedLeadEvent[])[]) =>
  leads
    .flat()
    .filter(
      (event): event is Extract<RecordedLeadEvent, { readonly type: 'VisitRecorded' }> =>
        event.type === 'VisitRecorded',
    );

/** Whether lists and boards still show the lead: it is neither deleted nor erased. */
const isListed = (history: readonly RecordedLeadEvent[]): boolean =>
  history[0]?.type === 'LeadCreated' &&
  !history.some(({ type }) => type === 'LeadDeleted' || type === 'PersonalDataErased');

function ownerOf(history: readonly RecordedLeadEvent[]): string | undefined {
  const assignment = history.findLast(
    (event) => event.type === 'LeadReassigned' || event.type === 'LeadCreated',
  );
  return assignment?.type === 'LeadReassigned'
    ? assignment.data.to
    : assignment?.type === 'LeadCreated'
      ? assignment.data.assignedTo
      : undefined;
}

/** Ids in one field of the accepted commands. */
const idsOf = (sent: readonly SentCommand[], command: string, field: string): ReadonlySet<string> =>
  new Set(
    sent
      .filter(({ command: name, answer }) => name === command && answer.status === 200)
      .map(({ data }) => String(data[field])),
  );

/** Expected ids that are not among the ids. */
function missingIn(ids: readonly string[], expectedIds: readonly string[]): readonly string[] {
  const idSet = new Set(ids);
  return expectedIds.filter((id) => !idSet.has(id));
}

const duplicatesIn = (ids: readonly string[]): readonly string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index);
