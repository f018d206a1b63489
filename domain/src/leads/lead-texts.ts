import { texts, valueTexts } from '../kernel/texts/texts.js';
import { type LeadType, leadStatuses } from './lead.values.js';

export const leadStatusText = valueTexts(leadStatuses);
/** Names of types, as screens show them. */
export const leadTypeText = texts({
  Builder: 'Builder',
  Owner: 'Property Owner',
  Contractor: 'Contractor',
  Architect: 'Architect',
  Other: 'Other',
} satisfies Readonly<Record<LeadType, string>>);
