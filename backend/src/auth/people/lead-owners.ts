/**
 * Owner of the record that refers to a file; undefined if it is gone. The record's feature
 * implements it.
 */
export abstract class LeadOwners {
  abstract ownerOf(organizationId: string, leadId: string): Promise<string | undefined>;
}
