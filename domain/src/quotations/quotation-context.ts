import type { Context } from '../kernel/decider.js';
import type { QuotingOrganization } from '../organizations/organization.js';

/** Context of a decision about a quotation, with the settings of its organization. */
export type QuotationContext = Context & {
  readonly organization: QuotingOrganization;
  readonly consulted: ReadonlyMap<string, unknown>;
};
