import { expect, test } from '@jest/globals';
import { billId, rejected, submittedInFull } from '#domain/bills/bill.examples.js';
import {
  packageAdded,
  packageId,
  productAdded,
  productId,
} from '#domain/catalogue/catalogue.examples.js';
import type { CustomerEvent } from '#domain/customers/customer.events.js';
import {
  customerCreated,
  customerId,
  firstPaid,
  invoiceAdded,
  projectAdded,
} from '#domain/customers/customer.examples.js';
import { quantities } from '#domain/kernel/values/quantities.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  cancelled,
  created,
  leadId,
  noted,
  scheduled,
  uploaded,
  visited,
} from '#domain/leads/lead.examples.js';
import {
  ashaAsksForDesigner,
  ashaJoins,
  deepaIsInvited,
  founded,
  locationAdded,
} from '#domain/organizations/organization.examples.js';
import { toProjectedEvent } from '#platform/read-side/projections/projected-event.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { MAX_DOCUMENT_BYTES } from '#platform/read-side/read-store/read-store.js';
import { recorded } from '#platform/testing/recorded.js';
import { allProjections } from './all-projections.js';

/** Longest text, in letters of three bytes each. */
const text = 'अ'.repeat(2_000);
const createMany = <Event>(count: number, event: (number: number) => Event): Event[] =>
  Array.from({ length: count }, (_, number) => event(number));
const withData = <Event extends { readonly data: object }>(event: Event, data: object): Event =>
  ({ ...event, data: { ...event.data, ...data } }) as Event;
/** Longest text of one line. */
const line = text.slice(0, 120);
/** Limit of invitations that were sent in the last seven days. */
const maxPendingInvitations = 7 * quantities.invitationsInADay;

const lead: LeadEvent[] = [
  created,
  ...createMany(quantities.notesOfLead, () => withData(noted, { note: text })),
  ...createMany(quantities.visitsOfLead, (number) =>
    withData(visited, { visitId: `visit-${number}`, notes: text }),
  ),
  ...createMany(quantities.quotationsOfLead, (number) =>
    withData(uploaded, { quotationId: `quotation-${number}`, notes: text }),
  ),
  ...createMany(quantities.followUpsOfLead - quantities.openFollowUpsOfLead, (number) => [
    withData(scheduled, { followUpId: `cancelled-${number}` }),
    withData(cancelled, { followUpId: `cancelled-${number}`, reason: text }),
  ]).flat(),
  ...createMany(quantities.openFollowUpsOfLead, (number) => [
    withData(noted, { noteId: `open-${number}`, note: text }),
    withData(scheduled, { followUpId: `open-${number}` }),
  ]).flat(),
];
const customer: CustomerEvent[] = [
  customerCreated,
  ...createMany(quantities.paymentsOfCustomer, (number) =>
    withData(firstPaid, { paymentId: `payment-${number}`, notes: text }),
  ),
  ...createMany(quantities.projectsOfCustomer, (number) =>
    withData(projectAdded, { projectId: `project-${number}`, description: text }),
  ),
  ...createMany(quantities.invoicesOfCustomer, (number) =>
    withData(invoiceAdded, { invoiceId: `invoice-${number}` }),
  ),
];
const bill = [
  withData(submittedInFull, { note: text }),
  ...createMany(quantities.decisionsOfBill, () => withData(rejected, { reason: text })),
];
const product = [
  withData(productAdded, {
    description: text,
    imageFileIds: createMany(quantities.imagesOfProduct, (number) => `image-${number}`),
  }),
];
const packageHistory = [
  withData(packageAdded, {
    description: text,
    items: createMany(quantities.productsInPackage, (number) => ({
      productId: `product-${number}`,
      quantity: 1,
    })),
  }),
];
const organization = [
  founded,
  ...createMany(quantities.membersOfOrganization, (number) => [
    withData(ashaJoins, { memberId: `member-${number}` }),
    withData(ashaAsksForDesigner, { memberId: `member-${number}` }),
  ]).flat(),
  ...createMany(quantities.locationsOfOrganization, (number) =>
    withData(locationAdded, {
      locationId: `location-${number}`,
      name: line,
      city: line,
      address: line,
    }),
  ),
  ...createMany(maxPendingInvitations, (number) =>
    withData(deepaIsInvited, { invitationId: `invitation-${number}`, name: line }),
  ),
];
const events = [
  ...recorded(...lead.map((event) => [`lead-org_${leadId}`, event] as const)),
  ...recorded(...customer.map((event) => [`customer-org_${customerId}`, event] as const)),
  ...recorded(...bill.map((event) => [`bill-org_${billId}`, event] as const)),
  ...recorded(...product.map((event) => [`product-org_${productId}`, event] as const)),
  ...recorded(...packageHistory.map((event) => [`package-org_${packageId}`, event] as const)),
  ...recorded(...organization.map((event) => ['organization-org', event] as const)),
].map((event) => toProjectedEvent(event));

test.each(allProjections.map((projection) => [projection.name, projection] as const))(
  'records at their limits fit into documents of %s with room to spare',
  async (_, projection) => {
    const processor = new ProjectionProcessor(projection);
    const emptySource = { get: async () => new Map<string, string>(), readPast: async () => [] };
    const readEvents = events.filter(({ event }) => processor.reads(event.type));
    const { documents, parked } = await processor.project(readEvents, emptySource, []);
    expect(parked).toEqual([]);
    expect(Math.max(0, ...documents.map(({ json = '' }) => Buffer.byteLength(json)))).toBeLessThan(
      MAX_DOCUMENT_BYTES / 2,
    );
  },
);
