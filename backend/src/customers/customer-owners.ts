import type { PersonRef } from '#domain/kernel/views.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { CustomerDocument } from '#projections/customers/customer-list.projection.js';
import { leadList, type LeadListItem } from '#projections/leads/lead-list.projection.js';
import type { PersonNames } from '../auth/people/names.js';

/** Looks up the members to whom the customers' leads are assigned. A lead may be gone. */
export async function loadOwners(
  views: Views,
  names: PersonNames,
  organizationId: string,
  customers: readonly CustomerDocument[],
): Promise<(customer: CustomerDocument) => PersonRef | undefined> {
  const leadIds = customers.map(({ customerId }) => customerId);
  const leads = await views.get<LeadListItem>(leadList, organizationId, leadIds);
  const person = await names.load([...leads.values()].map(({ assignedTo }) => assignedTo));
  return ({ customerId }) => {
    const lead = leads.get(customerId);
    return lead && person(lead.assignedTo);
  };
}
