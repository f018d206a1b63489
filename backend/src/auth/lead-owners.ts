/** Whose a record is that speaks of a file; undefined if it is gone. The feature whose record it is offers it. */
export abstract class LeadOwners {
  abstract ownerOf(organizationId: string, leadId: string): Promise<string | undefined>;
}
