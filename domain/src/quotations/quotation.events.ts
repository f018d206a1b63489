import { z } from 'zod';
import { languages } from '../accounts/account.values.js';
import { phone } from '../kernel/values/phone-number.js';
import {
  type EventDefinitions,
  type EventsIn,
  day,
  id,
  instant,
  line,
  personal,
  text,
} from '../kernel/schema.js';
import { quotationContent, quotationLine } from './quotation.commands.js';
import { quotationShareMethods } from './quotation.values.js';
import { quotationSettings } from './quotation-settings.js';
import { stateCodes } from './states.values.js';
import { gstRegistrations, taxHeads } from './tax-heads.js';

const version = z.int();
const amount = z.int();
const tax = {
  taxablePaise: amount,
  cgstPaise: amount,
  sgstPaise: amount,
  igstPaise: amount,
};
const byRate = z.array(z.object({ rateBasisPoints: z.int(), ...tax }));

/** Amounts of a line and of the quotation, as `quotationTotals` returns them. */
const lineAmounts = z.object({
  grossPaise: amount,
  discountPaise: amount,
  discountSharePaise: amount,
  transportSharePaise: amount,
  ...tax,
  byRate,
  totalPaise: amount,
  isCounted: z.boolean(),
});
const totals = z.object({
  ...tax,
  byRate,
  grossPaise: amount,
  discountPaise: amount,
  transportPaise: amount,
  roundOffPaise: amount,
});

/** Customer as the quotation names them. */
const customer = z.object({
  name: personal(line),
  phone: personal(phone),
  city: personal(line),
  siteName: personal(line).optional(),
  address: personal(z.string()).optional(),
});
const { shape } = quotationSettings;
/** Organization as the quotation names it. */
const seller = z.object({
  name: line,
  legalName: shape.legalName.optional(),
  address: shape.address.optional(),
  state: shape.state.optional(),
  gstRegistration: z.enum(gstRegistrations),
  gstin: shape.gstin.optional(),
  /** Digits of each HSN that documents print; missing before 29 November 2026. */
  hsnDigits: shape.hsnDigits.optional(),
  contactPhone: z.string().optional(),
  logoFileId: id.optional(),
  bankHolder: personal(line).optional(),
  bankAccountNumber: personal(z.string()).optional(),
  bankIfsc: z.string().optional(),
  upiId: personal(z.string()).optional(),
  upiKind: shape.upiKind,
  upiCategory: z.string().optional(),
  advanceBasisPoints: z.int(),
});

/** Everything that a version shows; later changes of products or settings do not reach it. */
const versionContent = z.object({
  number: z.string(),
  sentOn: day,
  customer,
  seller,
  /** In the order of their numbers; missing once they are erased. */
  lines: personal(
    z.array(z.object({ ...quotationLine.shape, imageFileId: id.optional(), amounts: lineAmounts })),
  ).optional(),
  totals,
  totalPaise: amount,
  taxHead: z.enum(taxHeads),
  placeOfSupply: z.enum(stateCodes).optional(),
  pricesIncludeGst: z.boolean(),
  roundsOff: z.boolean(),
  /** Discount on the whole quotation, and transport charge. */
  discountPaise: amount.optional(),
  transportPaise: amount.optional(),
  validUntilOn: day,
  language: z.enum(languages),
  notes: personal(text).optional(),
  terms: personal(z.string()).optional(),
  /** Quotation that this one was copied from. */
  copiedFrom: id.optional(),
  /** Number of the accepted quotation that this one replaces. */
  replaces: z.string().optional(),
  /**
   * Random bytes in the PDF, so that after an erasure nobody can confirm a guess of its content by
   * the PDF's hash.
   */
  salt: personal(z.string()),
});

/** Events of a quotation built in the product. An uploaded one is an event of its lead. */
export const quotationEvents = {
  /** Content of the next version. Each save records all of it. */
  QuotationDrafted: z.object({
    leadId: id,
    assignedTo: id,
    version,
    /** Customer as the lead names them now. */
    customer,
    ...quotationContent.shape,
    lines: quotationContent.shape.lines.optional(),
  }),
  QuotationDiscarded: z.object({ version }),
  QuotationSent: z.object({ version, ...versionContent.shape }),
  /** The link exists from the first PDF on; a new link follows a revoked one. */
  QuotationPdfMade: z.object({
    version,
    fileId: id,
    pdfSha256: z.string(),
    linkToken: personal(z.string()).optional(),
    /** Characters for which no font has a glyph. */
    missingCharacters: personal(line).optional(),
  }),
  QuotationPdfFailed: z.object({ version }),
  /** Follows a failure: the PDF is tried again. */
  QuotationPdfRetried: z.object({ version }),
  QuotationShared: z.object({
    shareId: id,
    method: z.enum(quotationShareMethods),
    to: personal(phone).optional(),
  }),
  QuotationLinkRevoked: z.object({}),
  QuotationViewed: z.object({ version, viewId: id }),
  QuestionAsked: z.object({ version, questionId: id, question: personal(text) }),
  QuotationAccepted: z.object({
    version,
    acceptedAt: instant,
    pdfSha256: z.string(),
    lineIds: z.array(id).optional(),
    totalPaise: amount,
    name: personal(line),
    phone: personal(phone),
    signature: personal(z.string()).optional(),
    device: personal(line).optional(),
    network: personal(line).optional(),
  }),
  /** PDF with the chosen lines and the certificate of the acceptance. */
  AcceptedCopyMade: z.object({ version, fileId: id, pdfSha256: z.string() }),
  QuotationDeclined: z.object({ version, reason: personal(text).optional() }),
  QuotationRejected: z.object({ version, reason: personal(text) }),
  QuotationExpired: z.object({ version }),
  QuotationReassigned: z.object({ from: id, to: id }),
  /** The quotation ends, because its lead was deleted. */
  QuotationClosed: z.object({}),
  /** The key is destroyed with the lead's. */
  QuotationErased: z.object({}),
} as const satisfies EventDefinitions;

export type QuotationEvent = EventsIn<typeof quotationEvents>;
