/** Number of sample leads. */
export const SAMPLE_LEADS = 8;
/**
 * Ids reserved for each sample: 0 is its lead, then follow its visit, its quotation and its
 * commands.
 */
const IDS_OF_SAMPLE = 16;
const COMMON_PREFIX_LENGTH = 34;

/**
 * Ids of an organization's sample data: its own id with another ending. Every device can therefore
 * compute them, and adding the samples twice has no further effect.
 */
export const sampleId = (organizationId: string, sample: number, part: number): string =>
  organizationId.slice(0, COMMON_PREFIX_LENGTH) +
  (sample * IDS_OF_SAMPLE + part).toString(16).padStart(2, '0');

export const sampleLeadIds = (organizationId: string): readonly string[] =>
  Array.from({ length: SAMPLE_LEADS }, (_, sample) => sampleId(organizationId, sample, 0));

/** Whether the lead is one of the organization's samples. */
export const isSampleLead = (organizationId: string | undefined, leadId: string): boolean =>
  organizationId !== undefined &&
  leadId.startsWith(organizationId.slice(0, COMMON_PREFIX_LENGTH)) &&
  sampleLeadIds(organizationId).includes(leadId);
