import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { LeadDetail, Quotation } from '#domain/leads/lead.views.js';
import { useCanQuote } from '../kit/leads/use-can-quote.js';
import { furthestQuotation } from './newest-quotations.js';

const stepOfStatus = {
  New: 'visit',
  Contacted: 'quote',
  Quoted: 'status',
  Converted: 'customer',
  Lost: undefined,
} as const satisfies Readonly<Record<LeadStatus, string | undefined>>;

const stepOfQuotation = {
  Draft: 'send',
  Sent: 'send again',
  Viewed: 'ask',
  Accepted: 'convert',
  Rejected: undefined,
  Expired: 'renew',
} as const satisfies Readonly<Record<Quotation['status'], string | undefined>>;

/** Steps that end in a command of the quotation's builder. */
const builderSteps: ReadonlySet<MainStep['kind']> = new Set(['send', 'send again', 'renew']);

/** Main action of a lead, with the quotation that it is about. */
export type MainStep =
  | { readonly kind: 'visit' | 'quote' | 'status' | 'customer' }
  | {
      readonly kind: 'send' | 'send again' | 'ask' | 'convert' | 'renew';
      readonly quotation: Quotation;
    };

type LeadWithSteps = Partial<Pick<LeadDetail, 'status' | 'quotations'>>;

/**
 * Main action of a lead: the next step of its accepted or newest quotation, or else one that fits
 * its status. A lost lead has none.
 * @param mayQuote whether the member may build quotations of the lead
 */
export function nextMainStep(
  { status, quotations = [] }: LeadWithSteps,
  mayQuote: boolean,
): MainStep | undefined {
  const stepForStatus = status && stepOfStatus[status];
  if (stepForStatus === undefined || stepForStatus === 'customer')
    return stepForStatus && { kind: stepForStatus };
  const quotation = furthestQuotation(quotations);
  const kind = quotation && stepOfQuotation[quotation.status];
  if (!quotation || kind === undefined) return { kind: stepForStatus };
  if (quotation.isBuilt && !mayQuote && builderSteps.has(kind)) return { kind: stepForStatus };
  // an uploaded quotation has no page: the customer is asked for a reply, or gets another quotation
  if (quotation.isBuilt || kind === 'convert') return { kind, quotation };
  return kind === 'send again' ? { kind: 'ask', quotation } : { kind: stepForStatus };
}

/** Main action of a lead for the signed-in member. */
export const useMainStep = (
  lead: LeadWithSteps & Partial<Pick<LeadDetail, 'assignedTo'>>,
): MainStep | undefined => nextMainStep(lead, useCanQuote(lead.assignedTo));
