/**
 * Limits of things per record, which keep documents and folds small. Data that were recorded
 * above a limit are kept.
 */
export const quantities = {
  openFollowUpsOfLead: 50,
  /** Open and closed follow-ups. */
  followUpsOfLead: 2_000,
  notesOfLead: 2_000,
  visitsOfLead: 500,
  /** Photos that most commands accept. */
  photosOfCommand: 20,
  /** Photos of the lead, its notes and its visits. */
  photosOfLead: 500,
  quotationsOfLead: 200,
  linesOfQuotation: 200,
  /** Saves of a quotation's drafts. */
  savesOfQuotation: 2_000,
  /** Versions that were sent. */
  versionsOfQuotation: 50,
  sharesOfQuotation: 500,
  viewsOfQuotation: 2_000,
  questionsOfQuotation: 100,
  charactersOfSignature: 6_000,
  /** Each may bring a payment. */
  conversionsOfLead: 50,
  paymentsOfCustomer: 500,
  projectsOfCustomer: 200,
  invoicesOfCustomer: 500,
  decisionsOfBill: 100,
  imagesOfProduct: 10,
  productsInPackage: 50,
  /** Pieces of one product. */
  piecesInPackage: 9_999,
  tagsOfOffer: 20,
  locationsOfOrganization: 200,
  membersOfOrganization: 1_000,
  /** Each sends a message to a possible stranger. */
  invitationsInADay: 50,
  invitationsOfNumberInADay: 3,
  /** Links of auditors that are neither revoked nor expired. */
  openAuditLinks: 20,
  /** Refusals of a member in the access log. */
  refusalsOfMonth: 5_000,
} as const;
