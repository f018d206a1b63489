import { productDetails, productId } from '../catalogue/catalogue.examples.js';
import type { Item } from '../catalogue/item.js';
import type { ProductDetails } from '../catalogue/catalogue.commands.js';
import type { Member } from '../kernel/policy.js';
import type { Lead } from '../leads/lead.js';
import {
  asha,
  context,
  createDecisionContext,
  createdInFull,
  fullDetails,
  leadId,
  meera,
} from '../leads/lead.examples.js';
import { evolveLead } from '../leads/lead.js';
import { quotationSettingsChanged } from '../organizations/organization.examples.js';
import { firstQuotationSettings, type QuotationSettings } from './quotation-settings.js';
import type { QuotationContext } from './quotation-context.js';
import type { QuotationContent } from './quotation.commands.js';
import type { QuotationEvent } from './quotation.events.js';
import { type Quotation, evolveQuotation } from './quotation.js';
import { checkForSending, toCustomer, freeze } from './sending.js';

export const builtQuotationId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d01';
export const panelLineId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d02';
const wiringLineId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d03';
export const insuranceLineId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d04';
const quotationPdfId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d05';
const quotationShareId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d06';
const quotationViewId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d07';
const questionId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d08';
const secondPdfId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d09';
export const pdfSha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Ten panels with a discount, wiring, and insurance that the customer may choose. */
export const content: QuotationContent = {
  lines: [
    {
      lineId: panelLineId,
      productId,
      name: 'Solar panel 540 W',
      description: 'Mono PERC, 25 years of warranty',
      hsn: '8541',
      quantityThousandths: 10_000,
      unit: 'piece',
      unitPricePaise: 13_500_00,
      discountBasisPoints: 500,
      gstRateBasisPoints: 500,
      productPricePaise: 13_500_00,
    },
    {
      lineId: wiringLineId,
      name: 'Wiring and installation',
      hsn: '995461',
      quantityThousandths: 1_000,
      unit: 'job',
      unitPricePaise: 18_000_00,
      discountBasisPoints: 0,
      gstRateBasisPoints: 1_800,
    },
    {
      lineId: insuranceLineId,
      name: 'Insurance for one year',
      quantityThousandths: 1_000,
      unit: 'job',
      unitPricePaise: 2_360_00,
      discountBasisPoints: 0,
      gstRateBasisPoints: 1_800,
      optional: true,
    },
  ],
  pricesIncludeGst: true,
  placeOfSupply: '27',
  validUntilOn: '2026-12-06',
};

/** Settings of a registered seller in Maharashtra. */
export const settings: QuotationSettings = {
  ...firstQuotationSettings,
  ...(quotationSettingsChanged.data as Partial<QuotationSettings>),
};

const product: Item<ProductDetails> = {
  phase: 'open',
  details: { ...productDetails, minDiscountBasisPoints: 0, maxDiscountBasisPoints: 1_000 },
  isActive: true,
  added: productDetails,
};
export const leadOfQuotation = evolveLead({ phase: 'unknown' }, createdInFull);

/** Context of a member, with the lead and the product that the quotation consults. */
export const createQuotationContext = (
  member: Member = asha,
  more: { readonly lead?: Lead; readonly today?: string } = {},
): QuotationContext => {
  const { lead = leadOfQuotation, today = context.today } = more;
  return {
    ...createDecisionContext(member),
    today,
    organization: {
      ...context.organization,
      name: 'Sharma Solar',
      contactPhone: '+919800000000',
      quotationSettings: settings,
    },
    consulted: new Map<string, unknown>([
      [leadId, lead],
      [productId, product],
    ]),
    nextNumber: 42,
  };
};

type Event<Type extends QuotationEvent['type']> = Extract<QuotationEvent, { type: Type }>;
const customer = toCustomer(fullDetails);
export const drafted: Event<'QuotationDrafted'> = {
  type: 'QuotationDrafted',
  data: { leadId, assignedTo: asha.id, version: 1, customer, ...content },
};

/** Draft with every field. */
export const contentInFull: QuotationContent = {
  ...content,
  lines: content.lines.map((line) =>
    line.lineId === wiringLineId ? { ...line, servicesGstRateBasisPoints: 1_800 } : line,
  ),
  discountPaise: 2_000_00,
  transportPaise: 1_500_00,
  language: 'hi-IN',
  notes: 'For the roof of Rajesh Patil',
  terms: 'Half of the price in advance.\nDelivery within two weeks.',
  copiedFrom: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d0a',
};
const createFacts = (today: string, original?: Quotation) => ({
  organization: createQuotationContext().organization,
  lead: fullDetails,
  products: new Map([[productId, productDetails]]),
  role: 'sales' as const,
  today,
  original,
});
function sentWith(
  draft: QuotationContent,
  version: number,
  original?: Quotation,
): Event<'QuotationSent'> {
  const facts = createFacts(context.today, original);
  const more = { version, number: 'Q/2026-27/0042', salt: context.randomness };
  return { type: 'QuotationSent', data: freeze(draft, checkForSending(draft, facts), facts, more) };
}
export const sent = sentWith(content, 1);
/** The panels without their discount, as the second version. */
export const changedContent: QuotationContent = {
  ...content,
  lines: content.lines.map((line) =>
    line.lineId === panelLineId ? { ...line, discountBasisPoints: 250 } : line,
  ),
};
export const draftedAgain: Event<'QuotationDrafted'> = {
  type: 'QuotationDrafted',
  data: { leadId, assignedTo: asha.id, version: 2, customer, ...changedContent },
};
export const sentAgain = sentWith(changedContent, 2);
export const pdfMade: Event<'QuotationPdfMade'> = {
  type: 'QuotationPdfMade',
  data: { version: 1, fileId: quotationPdfId, pdfSha256, linkToken: context.randomness },
};
const acceptedCopyMade: Event<'AcceptedCopyMade'> = {
  type: 'AcceptedCopyMade',
  data: { version: 1, fileId: secondPdfId, pdfSha256: pdfSha256.replace('9', '7') },
};
export const pdfFailed: Event<'QuotationPdfFailed'> = {
  type: 'QuotationPdfFailed',
  data: { version: 1 },
};
export const pdfRetried: Event<'QuotationPdfRetried'> = {
  type: 'QuotationPdfRetried',
  data: { version: 1 },
};
export const pdfMadeAgain: Event<'QuotationPdfMade'> = {
  type: 'QuotationPdfMade',
  data: { version: 2, fileId: secondPdfId, pdfSha256: pdfSha256.replace('9', '8') },
};
export const shared: Event<'QuotationShared'> = {
  type: 'QuotationShared',
  data: { shareId: quotationShareId, method: 'whatsapp', to: fullDetails.phone },
};
export const revoked: Event<'QuotationLinkRevoked'> = { type: 'QuotationLinkRevoked', data: {} };
export const viewed: Event<'QuotationViewed'> = {
  type: 'QuotationViewed',
  data: { version: 1, viewId: quotationViewId },
};
export const asked: Event<'QuestionAsked'> = {
  type: 'QuestionAsked',
  data: { version: 1, questionId, question: 'Can you install before Diwali?' },
};
export const accepted: Event<'QuotationAccepted'> = {
  type: 'QuotationAccepted',
  data: {
    version: 1,
    acceptedAt: context.now,
    pdfSha256,
    lineIds: [insuranceLineId],
    totalPaise: 1_48_610_00,
    name: 'Rajesh Patil',
    phone: fullDetails.phone,
    signature: '40,120 80,60 120,140;160,100 240,100',
    device: 'Chrome on Android',
    network: '49.36.10.20',
  },
};
/** Accepted quotation that the one with every field was copied from. */
export const acceptedOriginal = [
  drafted,
  { ...sent, data: { ...sent.data, number: 'Q/2026-27/0041' } },
  pdfMade,
  accepted,
].reduce<Quotation>(evolveQuotation, { phase: 'unknown' });
export const sentInFull = sentWith(contentInFull, 1, acceptedOriginal);
export const declined: Event<'QuotationDeclined'> = {
  type: 'QuotationDeclined',
  data: { version: 1, reason: 'My brother Suresh installs solar himself' },
};
export const rejectedByRep: Event<'QuotationRejected'> = {
  type: 'QuotationRejected',
  data: { version: 1, reason: 'Mr Patil bought elsewhere' },
};
export const expired: Event<'QuotationExpired'> = {
  type: 'QuotationExpired',
  data: { version: 1 },
};
export const passedOn: Event<'QuotationReassigned'> = {
  type: 'QuotationReassigned',
  data: { from: asha.id, to: meera.id },
};
export const discarded: Event<'QuotationDiscarded'> = {
  type: 'QuotationDiscarded',
  data: { version: 1 },
};

export const quotationExamples: {
  readonly [Type in QuotationEvent['type']]: Event<Type>;
} = {
  QuotationDrafted: {
    type: 'QuotationDrafted',
    data: { leadId, assignedTo: asha.id, version: 1, customer, ...contentInFull },
  },
  QuotationDiscarded: discarded,
  QuotationSent: sentInFull,
  QuotationPdfMade: {
    type: 'QuotationPdfMade',
    data: { ...pdfMade.data, missingCharacters: '𓀀 𓁐' },
  },
  QuotationPdfFailed: pdfFailed,
  QuotationPdfRetried: pdfRetried,
  QuotationShared: shared,
  QuotationLinkRevoked: revoked,
  QuotationViewed: viewed,
  QuestionAsked: asked,
  QuotationAccepted: accepted,
  AcceptedCopyMade: acceptedCopyMade,
  QuotationDeclined: declined,
  QuotationRejected: rejectedByRep,
  QuotationExpired: expired,
  QuotationReassigned: passedOn,
  QuotationClosed: { type: 'QuotationClosed', data: {} },
  QuotationErased: { type: 'QuotationErased', data: {} },
};
