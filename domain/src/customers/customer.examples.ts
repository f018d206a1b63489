import { asha, leadId, paymentId } from '../leads/lead.examples.js';
import type { CustomerDetails } from './customer.commands.js';
import type { CustomerEvent } from './customer.events.js';

/** A customer's id is the lead's. */
export const customerId = leadId;
export const projectId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8b01';
export const invoiceId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8b02';
const secondPaymentId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8b03';

export const customerDetails: CustomerDetails = {
  firstName: 'Rajesh',
  lastName: 'Patil',
  phone: '+919876543210',
  city: 'Pune',
  landmark: 'Opposite the water tank',
  siteName: 'Green Meadows, Baner',
};

export const customerCreated: CustomerEvent = {
  type: 'CustomerCreated',
  data: {
    ...customerDetails,
    stage: 'Paid',
    projectValuePaise: 45_000_000,
    convertedAt: '2026-11-21T09:30:00.000Z',
    convertedOn: '2026-11-21',
  },
};
export const firstPaid: CustomerEvent = {
  type: 'PaymentRecorded',
  data: {
    paymentId,
    amountPaise: 5_000_000,
    paidOn: '2026-11-21',
    method: 'UPI',
    reference: 'UPI 4411',
  },
};
export const secondPaid: CustomerEvent = {
  type: 'PaymentRecorded',
  data: {
    paymentId: secondPaymentId,
    amountPaise: 40_000_000,
    paidOn: '2026-11-20',
    method: 'Bank Transfer',
    notes: 'Second of two',
  },
};
export const projectAdded: CustomerEvent = {
  type: 'ProjectAdded',
  data: {
    projectId,
    name: 'Rooftop, 10 kW',
    description: 'Twenty-four panels on the east wing',
    status: 'Planning',
    startsOn: '2026-12-01',
    endsOn: '2027-01-15',
    estimatedCompletionOn: '2027-01-20',
    progressPercent: 0,
    assignedTo: asha.id,
  },
};
export const projectUpdated: CustomerEvent = {
  type: 'ProjectUpdated',
  data: {
    projectId,
    changes: {
      name: 'Rooftop, 12 kW',
      status: 'In Progress',
      progressPercent: 40,
      description: null,
    },
  },
};
export const invoiceAdded: CustomerEvent = {
  type: 'InvoiceAdded',
  data: {
    invoiceId,
    number: 'FT/2026/014',
    issuedOn: '2026-11-01',
    dueOn: '2026-11-15',
    amountPaise: 40_000_000,
    status: 'Sent',
  },
};
export const invoicePaid: CustomerEvent = {
  type: 'InvoiceStatusChanged',
  data: { invoiceId, from: 'Sent', to: 'Paid' },
};
export const stageChanged: CustomerEvent = {
  type: 'StageChanged',
  data: { from: 'Paid', to: 'In Progress' },
};
export const customerEdited: CustomerEvent = {
  type: 'CustomerEdited',
  data: {
    changes: {
      city: 'Nashik',
      siteName: null,
      companyName: 'Patil Cold Storage',
      billingAddress: '14 MIDC Road\nNashik 422007',
      gstNumber: '27AAPFU0939F1ZV',
      projectStartsOn: '2026-11-11',
      notes: 'Bills go to the accountant',
      projectValuePaise: 50_000_000,
    },
  },
};
export const overridden: CustomerEvent = {
  type: 'PaymentStatusOverridden',
  data: { status: 'Overdue' },
};

export const customerErased: CustomerEvent = { type: 'CustomerErased', data: {} };

export const customerExamples: {
  readonly [Type in CustomerEvent['type']]: Extract<CustomerEvent, { type: Type }>;
} = Object.fromEntries(
  [
    customerCreated,
    customerEdited,
    stageChanged,
    firstPaid,
    projectAdded,
    projectUpdated,
    invoiceAdded,
    invoicePaid,
    overridden,
    customerErased,
  ].map((event) => [event.type, event]),
) as typeof customerExamples;
