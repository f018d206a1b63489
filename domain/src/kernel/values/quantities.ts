/**
 * How many of each thing one record may have, so that its document and its fold stay small whatever
 * a client sends. What is recorded already stays, however many there are.
 */
export const quantities = {
  openFollowUpsOfLead: 50,
  /** Open or not. */
  followUpsOfLead: 2_000,
  notesOfLead: 2_000,
  visitsOfLead: 500,
  /** Photos that most commands accept. */
  photosOfCommand: 20,
  /** The lead's own and those of its notes and visits. */
  photosOfLead: 500,
  quotationsOfLead: 200,
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
  /** Each sends a message to somebody who may not know the organization. */
  invitationsInADay: 50,
  invitationsOfNumberInADay: 3,
} as const;
