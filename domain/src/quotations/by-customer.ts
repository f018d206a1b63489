/** Events that the customer causes, recorded in the name of the lead's owner. */
export const BY_CUSTOMER: readonly string[] = [
  'QuotationViewed',
  'QuestionAsked',
  'QuotationAccepted',
  'QuotationDeclined',
];

type Step = { readonly step: string; readonly declined?: true | undefined };
/** Whether the customer caused a step of a lead's quotation, and no member. */
export const isStepByCustomer = ({ step, declined }: Step): boolean =>
  step === 'Viewed' || step === 'Accepted' || declined === true;

/** Whether a member caused a step of a lead's quotation: neither the customer nor a timer. */
export const isStepByMember = (step: Step): boolean =>
  !isStepByCustomer(step) && step.step !== 'Expired';
