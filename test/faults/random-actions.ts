import { randomUUID } from 'node:crypto';
import type { Person } from '../acceptance/product/person.js';
import type { SeededRandom } from './seeded-random.js';

/** State of a lead that one person works on, so that each action has an effect. */
export type KnownLead = {
  readonly leadId: string;
  readonly owner: Person;
  readonly status: string;
  readonly isVisited: boolean;
  /** Whether the lead was ever converted. If so, its value belongs to the customer. */
  readonly isCustomer: boolean;
  /** Ids of open follow-ups. */
  readonly followUps: readonly string[];
};
/** State of a customer, which a reactor may not have created yet. */
export type KnownCustomer = {
  readonly customerId: string;
  /** Ids of projects. */
  readonly projects: readonly string[];
  /** Status of each invoice, by id. */
  readonly invoices: Readonly<Record<string, string>>;
};

export type Action<Known> = {
  readonly command: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** State after the action; undefined if the record is deleted. */
  readonly after: Known | undefined;
};
export type ActionContext = {
  readonly people: readonly Person[];
  readonly phones: readonly string[];
};

/** Actions with their weights. */
type WeightedActions<Known> = readonly (readonly [
  weight: number,
  make: (known: Known, random: SeededRandom, context: ActionContext) => Action<Known> | undefined,
])[];

const openStatuses = ['New', 'Contacted', 'Quoted'];
const invoiceStatuses = ['Sent', 'Paid', 'Cancelled'];

const leadActions: WeightedActions<KnownLead> = [
  [
    28,
    (lead, random) => {
      const noteId = randomUUID();
      const followUpOn = random.percent(30) ? nearFutureDay(random) : undefined;
      const followUps = followUpOn ? [...lead.followUps, noteId] : lead.followUps;
      return {
        command: 'AddNote',
        data: { noteId, note: `Call ${random.integer(1, 9)}`, followUpOn },
        after: { ...lead, followUps },
      };
    },
  ],
  [
    14,
    (lead, random) => {
      if (lead.status === 'Converted') return undefined;
      const status = random.pick(openStatuses.filter((other) => other !== lead.status));
      return { command: 'ChangeLeadStatus', data: { status }, after: { ...lead, status } };
    },
  ],
  [
    3,
    (lead, random, { phones }) =>
      phones.length === 0
        ? undefined
        : {
            command: 'EditLead',
            data: { phone: random.pick(phones), siteName: `Site ${randomUUID()}` },
            after: lead,
          },
  ],
  [
    9,
    (lead, random) => ({
      command: 'EditLead',
      data: {
        city: random.pick(['Pune', 'Nashik', 'Nagpur', 'Thane']),
        siteName: `Site ${randomUUID()}`,
      },
      after: lead,
    }),
  ],
  [
    8,
    (lead, random) => {
      const followUpId = randomUUID();
      return {
        command: 'ScheduleFollowUp',
        data: { followUpId, dueOn: nearFutureDay(random) },
        after: { ...lead, followUps: [...lead.followUps, followUpId] },
      };
    },
  ],
  [
    7,
    (lead) => {
      const [followUpId, ...followUps] = lead.followUps;
      return followUpId === undefined
        ? undefined
        : { command: 'CompleteFollowUp', data: { followUpId }, after: { ...lead, followUps } };
    },
  ],
  [
    2,
    (lead, random) => {
      const [followUpId, ...others] = lead.followUps;
      if (followUpId === undefined) return undefined;
      const nextFollowUpId = randomUUID();
      const data = {
        followUpId,
        reason: 'Out of town',
        nextFollowUpId,
        nextOn: nearFutureDay(random),
      };
      return {
        command: 'CancelFollowUp',
        data,
        after: { ...lead, followUps: [...others, nextFollowUpId] },
      };
    },
  ],
  [
    12,
    (lead, random) => {
      const visitId = randomUUID();
      const followUpOn = random.percent(25) ? nearFutureDay(random) : undefined;
      const followUpId = random.percent(50) ? lead.followUps[0] : undefined;
      const endedAt = Date.now() - 60_000;
      const data = {
        visitId,
        startedAt: new Date(endedAt - random.integer(5, 90) * 60_000).toISOString(),
        endedAt: new Date(endedAt).toISOString(),
        pausedSeconds: random.integer(0, 200),
        notes: 'Roof measured',
        followUpId,
        followUpOn,
      };
      const status = lead.status === 'New' && !lead.isVisited ? 'Contacted' : lead.status;
      const openFollowUps = lead.followUps.filter((each) => each !== followUpId);
      const followUps = followUpOn ? [...openFollowUps, visitId] : openFollowUps;
      return {
        command: 'RecordVisit',
        data,
        after: { ...lead, status, followUps, isVisited: true },
      };
    },
  ],
  [
    6,
    (lead, random) => {
      const status = lead.status === 'New' || lead.status === 'Contacted' ? 'Quoted' : lead.status;
      return {
        command: 'UploadQuotation',
        data: { quotationId: randomUUID(), amountPaise: random.integer(1, 900_000) * 100 },
        after: { ...lead, status },
      };
    },
  ],
  [
    6,
    (lead, random) => {
      if (lead.status === 'Converted') return undefined;
      // Includes fractions of rupees, and conversions without a payment.
      const data = {
        ...(random.percent(60) &&
          !lead.isCustomer && { projectValuePaise: random.integer(1, 90_000_000) }),
        ...(random.percent(70) && { paymentPaise: random.integer(1, 9_000_000), method: 'UPI' }),
      };
      return {
        command: 'ConvertLead',
        data,
        after: { ...lead, status: 'Converted', isCustomer: true },
      };
    },
  ],
  [
    4,
    (lead) =>
      lead.status === 'Lost'
        ? undefined
        : {
            command: 'MarkLeadLost',
            data: { reason: 'Too expensive' },
            after: { ...lead, status: 'Lost' },
          },
  ],
  [
    4,
    (lead, random, { people: [admin, ...others] }) => {
      if (lead.owner !== admin) return undefined;
      const owner = random.pick(others);
      return { command: 'ReassignLead', data: { assignedTo: owner.id }, after: { ...lead, owner } };
    },
  ],
  [4, () => ({ command: 'DeleteLead', data: {}, after: undefined })],
];

const customerActions: WeightedActions<KnownCustomer> = [
  [
    5,
    (customer, random) => {
      const data = {
        paymentId: randomUUID(),
        amountPaise: random.integer(1, 5_000_000),
        paidOn: dayAgo(2),
        method: 'Cash',
      };
      return { command: 'RecordPayment', data, after: customer };
    },
  ],
  [
    2,
    (customer, random) => {
      const projectId = randomUUID();
      const data = {
        projectId,
        name: `Roof ${random.integer(1, 9)}`,
        progressPercent: random.integer(0, 100),
      };
      return {
        command: 'AddProject',
        data,
        after: { ...customer, projects: [...customer.projects, projectId] },
      };
    },
  ],
  [
    2,
    (customer, random) =>
      customer.projects.length === 0
        ? undefined
        : {
            command: 'UpdateProject',
            data: { projectId: random.pick(customer.projects), name: `Roof ${randomUUID()}` },
            after: customer,
          },
  ],
  [
    2,
    (customer, random) => {
      const invoiceId = randomUUID();
      const data = {
        invoiceId,
        number: `FT/${random.integer(1, 9_999)}`,
        issuedOn: dayAgo(2),
        amountPaise: random.integer(1, 5_000_000),
        status: 'Draft',
      };
      return {
        command: 'AddInvoice',
        data,
        after: { ...customer, invoices: { ...customer.invoices, [invoiceId]: 'Draft' } },
      };
    },
  ],
  [
    2,
    (customer, random) => {
      if (Object.keys(customer.invoices).length === 0) return undefined;
      const [invoiceId, currentStatus] = random.pick(Object.entries(customer.invoices));
      const status = random.pick(invoiceStatuses.filter((other) => other !== currentStatus));
      return {
        command: 'ChangeInvoiceStatus',
        data: { invoiceId, status },
        after: { ...customer, invoices: { ...customer.invoices, [invoiceId]: status } },
      };
    },
  ],
  [
    1,
    (customer) => ({
      command: 'EditCustomer',
      data: { siteName: `Site ${randomUUID()}` },
      after: customer,
    }),
  ],
];

export const nextLeadAction = (
  lead: KnownLead,
  random: SeededRandom,
  context: ActionContext,
): Action<KnownLead> => drawAction(leadActions, lead, random, context);
export const nextCustomerAction = (
  customer: KnownCustomer,
  random: SeededRandom,
  context: ActionContext,
): Action<KnownCustomer> => drawAction(customerActions, customer, random, context);

/** Draws an action by weight, again if it is impossible now. Some action is always possible. */
function drawAction<Known>(
  actions: WeightedActions<Known>,
  known: Known,
  random: SeededRandom,
  context: ActionContext,
): Action<Known> {
  for (;;) {
    let remaining = random.integer(
      1,
      actions.reduce((sum, [weight]) => sum + weight, 0),
    );
    const [, make] = actions.find(([weight]) => (remaining -= weight) <= 0)!;
    const action = make(known, random, context);
    if (action) return action;
  }
}

const DAY_MS = 24 * 60 * 60_000;
export const nearFutureDay = (random: SeededRandom): string => dayAgo(-random.integer(2, 30));
const dayAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
