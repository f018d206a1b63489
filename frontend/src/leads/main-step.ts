import type { LeadStatus } from '#domain/leads/lead.values.js';

export type Step = 'visit' | 'quote' | 'status' | 'customer';

/** Main action of a lead by its status. A lost lead has none. */
export const mainSteps: Readonly<Record<LeadStatus, Step | undefined>> = {
  New: 'visit',
  Contacted: 'quote',
  Quoted: 'status',
  Converted: 'customer',
  Lost: undefined,
};
