import { randomUUID } from 'node:crypto';
import type { Person } from '../acceptance/person.js';
import type { Chance } from './chance.js';

/** A lead that one person works on alone, so that what is so of it is known: what is asked must change something. */
export type KnownLead = {
  readonly leadId: string;
  readonly owner: Person;
  readonly status: string;
  readonly isVisited: boolean;
  /** It was converted once: what it is worth is the customer's. */
  readonly isCustomer: boolean;
  /** Open ones. */
  readonly followUps: readonly string[];
};
/** A customer, of whom it is not known whether it was made already. */
export type KnownCustomer = {
  readonly customerId: string;
  readonly projects: readonly string[];
  readonly invoices: Readonly<Record<string, string>>;
};

export type Doing<Known> = {
  readonly command: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** What is so of it when this was done; undefined of what is deleted. */
  readonly then: Known | undefined;
};
export type World = { readonly people: readonly Person[]; readonly phones: readonly string[] };

/** What may be done, and how often beside the others. */
type Deck<Known> = readonly (readonly [weight: number, done: (known: Known, chance: Chance, world: World) => Doing<Known> | undefined])[];

const open = ['New', 'Contacted', 'Quoted'];
const openInvoices = ['Sent', 'Paid', 'Cancelled'];

const withLeads: Deck<KnownLead> = [
  [
    28,
    (lead, chance) => {
      const noteId = randomUUID();
      const followUpOn = chance.in100(30) ? soon(chance) : undefined;
      const followUps = followUpOn ? [...lead.followUps, noteId] : lead.followUps;
      return { command: 'AddNote', data: { noteId, note: `Call ${chance.between(1, 9)}`, followUpOn }, then: { ...lead, followUps } };
    },
  ],
  [
    14,
    (lead, chance) => {
      if (lead.status === 'Converted') return undefined;
      const status = chance.of(open.filter((other) => other !== lead.status));
      return { command: 'ChangeLeadStatus', data: { status }, then: { ...lead, status } };
    },
  ],
  [
    3,
    (lead, chance, { phones }) =>
      phones.length === 0 ? undefined : { command: 'EditLead', data: { phone: chance.of(phones), siteName: `Site ${randomUUID()}` }, then: lead },
  ],
  [
    9,
    (lead, chance) => ({
      command: 'EditLead',
      data: { city: chance.of(['Pune', 'Nashik', 'Nagpur', 'Thane']), siteName: `Site ${randomUUID()}` },
      then: lead,
    }),
  ],
  [
    8,
    (lead, chance) => {
      const followUpId = randomUUID();
      return {
        command: 'ScheduleFollowUp',
        data: { followUpId, dueOn: soon(chance) },
        then: { ...lead, followUps: [...lead.followUps, followUpId] },
      };
    },
  ],
  [
    7,
    (lead) => {
      const [followUpId, ...followUps] = lead.followUps;
      return followUpId === undefined ? undefined : { command: 'CompleteFollowUp', data: { followUpId }, then: { ...lead, followUps } };
    },
  ],
  [
    2,
    (lead, chance) => {
      const [followUpId, ...others] = lead.followUps;
      if (followUpId === undefined) return undefined;
      const nextFollowUpId = randomUUID();
      const data = { followUpId, reason: 'Out of town', nextFollowUpId, nextOn: soon(chance) };
      return { command: 'CancelFollowUp', data, then: { ...lead, followUps: [...others, nextFollowUpId] } };
    },
  ],
  [
    12,
    (lead, chance) => {
      const visitId = randomUUID();
      const followUpOn = chance.in100(25) ? soon(chance) : undefined;
      const followUpId = chance.in100(50) ? lead.followUps[0] : undefined;
      const ended = Date.now() - 60_000;
      const data = {
        visitId,
        startedAt: new Date(ended - chance.between(5, 90) * 60_000).toISOString(),
        endedAt: new Date(ended).toISOString(),
        pausedSeconds: chance.between(0, 200),
        notes: 'Roof measured',
        followUpId,
        followUpOn,
      };
      const status = lead.status === 'New' && !lead.isVisited ? 'Contacted' : lead.status;
      const open = lead.followUps.filter((each) => each !== followUpId);
      const followUps = followUpOn ? [...open, visitId] : open;
      return { command: 'RecordVisit', data, then: { ...lead, status, followUps, isVisited: true } };
    },
  ],
  [
    6,
    (lead, chance) => {
      const status = lead.status === 'New' || lead.status === 'Contacted' ? 'Quoted' : lead.status;
      return {
        command: 'UploadQuotation',
        data: { quotationId: randomUUID(), amountPaise: chance.between(1, 900_000) * 100 },
        then: { ...lead, status },
      };
    },
  ],
  [
    6,
    (lead, chance) => {
      if (lead.status === 'Converted') return undefined;
      // Also amounts that are no whole rupees, and conversions without a payment.
      const data = {
        ...(chance.in100(60) && !lead.isCustomer && { projectValuePaise: chance.between(1, 90_000_000) }),
        ...(chance.in100(70) && { paymentPaise: chance.between(1, 9_000_000), method: 'UPI' }),
      };
      return { command: 'ConvertLead', data, then: { ...lead, status: 'Converted', isCustomer: true } };
    },
  ],
  [
    4,
    (lead) =>
      lead.status === 'Lost' ? undefined : { command: 'MarkLeadLost', data: { reason: 'Too expensive' }, then: { ...lead, status: 'Lost' } },
  ],
  [
    4,
    (lead, chance, { people: [admin, ...others] }) => {
      if (lead.owner !== admin) return undefined;
      const owner = chance.of(others);
      return { command: 'ReassignLead', data: { assignedTo: owner.id }, then: { ...lead, owner } };
    },
  ],
  [4, () => ({ command: 'DeleteLead', data: {}, then: undefined })],
];

const withCustomers: Deck<KnownCustomer> = [
  [
    5,
    (customer, chance) => {
      const data = { paymentId: randomUUID(), amountPaise: chance.between(1, 5_000_000), paidOn: ago(2), method: 'Cash' };
      return { command: 'RecordPayment', data, then: customer };
    },
  ],
  [
    2,
    (customer, chance) => {
      const projectId = randomUUID();
      const data = { projectId, name: `Roof ${chance.between(1, 9)}`, progressPercent: chance.between(0, 100) };
      return { command: 'AddProject', data, then: { ...customer, projects: [...customer.projects, projectId] } };
    },
  ],
  [
    2,
    (customer, chance) =>
      customer.projects.length === 0
        ? undefined
        : { command: 'UpdateProject', data: { projectId: chance.of(customer.projects), name: `Roof ${randomUUID()}` }, then: customer },
  ],
  [
    2,
    (customer, chance) => {
      const invoiceId = randomUUID();
      const data = {
        invoiceId,
        number: `FT/${chance.between(1, 9_999)}`,
        issuedOn: ago(2),
        amountPaise: chance.between(1, 5_000_000),
        status: 'Draft',
      };
      return { command: 'AddInvoice', data, then: { ...customer, invoices: { ...customer.invoices, [invoiceId]: 'Draft' } } };
    },
  ],
  [
    2,
    (customer, chance) => {
      if (Object.keys(customer.invoices).length === 0) return undefined;
      const [invoiceId, before] = chance.of(Object.entries(customer.invoices));
      const status = chance.of(openInvoices.filter((other) => other !== before));
      return {
        command: 'ChangeInvoiceStatus',
        data: { invoiceId, status },
        then: { ...customer, invoices: { ...customer.invoices, [invoiceId]: status } },
      };
    },
  ],
  [1, (customer) => ({ command: 'EditCustomer', data: { siteName: `Site ${randomUUID()}` }, then: customer })],
];

export const nextWithLead = (lead: KnownLead, chance: Chance, world: World): Doing<KnownLead> => drawn(withLeads, lead, chance, world);
export const nextWithCustomer = (customer: KnownCustomer, chance: Chance, world: World): Doing<KnownCustomer> =>
  drawn(withCustomers, customer, chance, world);

/** By weight; what cannot be done now is drawn again. Some of each deck always can. */
function drawn<Known>(deck: Deck<Known>, known: Known, chance: Chance, world: World): Doing<Known> {
  for (;;) {
    let left = chance.between(
      1,
      deck.reduce((sum, [weight]) => sum + weight, 0),
    );
    const [, done] = deck.find(([weight]) => (left -= weight) <= 0)!;
    const doing = done(known, chance, world);
    if (doing) return doing;
  }
}

export const soon = (chance: Chance): string => ago(-chance.between(2, 30));
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
