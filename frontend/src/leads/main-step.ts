import type { LeadStatus } from '#domain/leads/lead.values.js';

export type Step = 'visit' | 'quote' | 'status' | 'customer';

/** What brings a lead on from where it stands: of all that can be done the one main button. Nothing does for one that is lost. */
export const mainSteps: Readonly<Record<LeadStatus, Step | undefined>> = {
  New: 'visit',
  Contacted: 'quote',
  Quoted: 'status',
  Converted: 'customer',
  Lost: undefined,
};
