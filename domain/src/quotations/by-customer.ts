/** Events that the customer causes, recorded in the name of the lead's owner. */
export const BY_CUSTOMER: readonly string[] = [
  'QuotationViewed',
  'QuestionAsked',
  'QuotationAccepted',
  'QuotationDeclined',
];
