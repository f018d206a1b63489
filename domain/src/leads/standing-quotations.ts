import type { LeadEvent } from './lead.events.js';

/** Quotation that the customer may still accept, or has accepted. */
export type StandingQuotation = {
  readonly quotationId: string;
  /** Total of its newest version. */
  readonly paise: number;
  readonly isAccepted?: true;
  readonly isUploaded?: true;
  readonly number?: string;
  /** Number of the accepted quotation that this one changes. */
  readonly replaces?: string;
};

/**
 * Standing quotations of a lead after an event, in the order in which they were last sent. A
 * customer's view changes nothing, not even for an ended quotation, which can still be viewed. An
 * upload never ends, because its later events are not recorded.
 */
export function updateStanding(
  event: LeadEvent,
  standing: readonly StandingQuotation[],
): readonly StandingQuotation[] {
  if (event.type === 'QuotationUploaded') {
    const { quotationId, amountPaise: paise } = event.data;
    return [...standing, { quotationId, paise, isUploaded: true }];
  }
  if (event.type !== 'QuotationStepped') return standing;
  const { quotationId, step, totalPaise = 0, number, replaces } = event.data;
  if (step === 'Draft' || step === 'Viewed') return standing;
  const others = standing.filter((each) => each.quotationId !== quotationId);
  if (step !== 'Sent' && step !== 'Accepted') return others;
  const previous = standing.find((each) => each.quotationId === quotationId);
  const replacedNumber = replaces ?? previous?.replaces;
  return [
    ...others,
    {
      quotationId,
      paise: totalPaise,
      ...(step === 'Accepted' && { isAccepted: true }),
      ...(number !== undefined && { number }),
      ...(replacedNumber !== undefined && { replaces: replacedNumber }),
    },
  ];
}

export const isUndecided = ({ isAccepted }: StandingQuotation): boolean => !isAccepted;

/**
 * Money that a lead is quoted: the sum of its accepted quotations. Without any, the sum of its
 * uploads and of the built quotation that was sent last, because built ones are alternatives.
 */
export function sumQuoted(standing: readonly StandingQuotation[]): number {
  const accepted = standing.filter((each) => !isUndecided(each));
  const replacedNumbers = new Set(accepted.map(({ replaces }) => replaces));
  const counted =
    accepted.length === 0
      ? [
          ...standing.filter(({ isUploaded }) => isUploaded),
          ...standing.filter(({ isUploaded }) => !isUploaded).slice(-1),
        ]
      : accepted.filter(({ number }) => number === undefined || !replacedNumbers.has(number));
  return counted.reduce((sum, { paise }) => sum + paise, 0);
}
