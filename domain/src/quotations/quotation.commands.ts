import { z } from 'zod';
import { languages } from '../accounts/account.values.js';
import { checkQuotationDay } from '../kernel/values/day-rules.js';
import { phone } from '../kernel/values/phone-number.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse } from '../kernel/refusal.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  day,
  hundredths,
  id,
  line,
  longText,
  optionalText,
  paise,
  personal,
  required,
  requiredText,
  text,
} from '../kernel/schema.js';
import { hsn } from './hsn.js';
import { quotationShareMethods, quotationUnits } from './quotation.values.js';
import { stateCodes } from './states.values.js';

/** Highest unit price: ₹10 crore, as in the catalogue. */
const MAX_UNIT_PRICE_PAISE = 10_000_000_000;
const MAX_THOUSANDTHS = 999_999_999;
const wrongQuantity = 'Quantity must be more than 0';
const wrongDiscount = 'Discount must be between 0% and 100%';

const quantityThousandths = z
  .int(wrongQuantity)
  .min(1, wrongQuantity)
  .max(MAX_THOUSANDTHS, 'At most 9,99,999.999');
const discountBasisPoints = hundredths(wrongDiscount, {
  min: 0,
  max: 10_000,
  tooExact: 'A discount can have two decimals',
});
const gstRateBasisPoints = z.int('Choose a rate').min(0).max(10_000);

/** Line of a quotation: a product, or free text. A negative price is an allowance. */
export const quotationLine = z.strictObject({
  lineId: id,
  productId: id.optional(),
  name: required('Name is required'),
  description: text.optional(),
  hsn: hsn.optional(),
  quantityThousandths,
  unit: z.enum(quotationUnits, 'Choose a unit'),
  unitPricePaise: hundredths('Please enter a valid amount', {
    min: -MAX_UNIT_PRICE_PAISE,
    max: MAX_UNIT_PRICE_PAISE,
    tooMuch: 'At most ₹10 crore',
  }),
  discountBasisPoints,
  /** Missing until somebody chooses it, for a product without a rate. */
  gstRateBasisPoints: gstRateBasisPoints.optional(),
  /** Rate of the 30 percent that count as services, in a contract for goods and services. */
  servicesGstRateBasisPoints: gstRateBasisPoints.optional(),
  optional: z.boolean().optional(),
  /** Price of the product when the line was made, so that a later change is noticed. */
  productPricePaise: z.int().min(0).max(MAX_UNIT_PRICE_PAISE).optional(),
});
export type QuotationLine = z.output<typeof quotationLine>;

const lines = z
  .array(quotationLine)
  .max(quantities.linesOfQuotation, `A quotation can have ${quantities.linesOfQuotation} lines`)
  .refine(
    (each) => new Set(each.map(({ lineId }) => lineId)).size === each.length,
    'Add each line once',
  );

/** Content of a draft, shared by form, command and event. */
export const quotationContent = z.object({
  lines: personal(lines),
  discountPaise: paise.optional(),
  transportPaise: paise.optional(),
  pricesIncludeGst: z.boolean(),
  placeOfSupply: z.enum(stateCodes, 'Choose the place of supply').optional(),
  validUntilOn: day,
  /** Language of the document; English unless chosen. */
  language: z.enum(languages).optional(),
  notes: personal(text).optional(),
  terms: personal(longText).optional(),
  /** Quotation that this one was copied from. */
  copiedFrom: id.optional(),
});
export type QuotationContent = z.output<typeof quotationContent>;

const quotationIdField = { quotationId: id };
const version = z.int().min(1).max(quantities.versionsOfQuotation);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Strokes separated by `;`, each of points `x,y` in a box of 600 by 200. */
const signature = z
  .string()
  .max(quantities.charactersOfSignature, 'The signature is too long')
  .regex(/^[\d,; ]+$/);
const sentVersion = { ...quotationIdField, version };

export const quotationCommands = {
  SaveQuotation: {
    may: 'own',
    data: z.strictObject({
      ...quotationIdField,
      leadId: id,
      ...quotationContent.shape,
      notes: optionalText,
    }),
    check({ validUntilOn }: { validUntilOn?: string }, today) {
      if (validUntilOn !== undefined && validUntilOn < today)
        refuse('quotation-valid-until-past', 'validUntilOn');
      checkQuotationDay(today, validUntilOn, 'validUntilOn');
    },
    // An unknown lead is refused by the aggregate, with the same message as a colleague's lead.
    refersTo: { lines: 'product', copiedFrom: 'quotation' },
  },
  /** Freezes the draft with this version number, as the sender saw it. */
  SendQuotation: { may: 'own', data: z.strictObject({ ...quotationIdField, version }) },
  /** Drops the draft; versions that were sent are kept. */
  DiscardQuotation: { may: 'own', data: z.strictObject(quotationIdField) },
  ShareQuotation: {
    may: 'own',
    data: z.strictObject({
      ...quotationIdField,
      shareId: id,
      method: z.enum(quotationShareMethods),
      to: personal(phone).optional(),
    }),
  },
  RevokeQuotationLink: { may: 'own', data: z.strictObject(quotationIdField) },
  RejectQuotation: {
    may: 'own',
    data: z.strictObject({ ...quotationIdField, reason: requiredText('Please provide a reason') }),
    recordsRefusals: true,
  },
  RecordQuotationPdf: {
    may: 'internal',
    data: z.strictObject({
      ...sentVersion,
      fileId: id,
      pdfSha256: sha256,
      missingCharacters: personal(line).optional(),
    }),
  },
  /** Notes that the PDF could not be made; the job keeps trying. */
  RecordQuotationPdfFailure: { may: 'internal', data: z.strictObject(sentVersion) },
  /** Requests a PDF again that could not be made. */
  RequestQuotationPdf: { may: 'own', data: z.strictObject(sentVersion) },
  /** Sent by the public page, for the customer. */
  AcceptQuotation: {
    may: 'internal',
    data: z.strictObject({
      ...sentVersion,
      pdfSha256: sha256,
      /** Optional lines that the customer chose. */
      lineIds: z.array(id).max(quantities.linesOfQuotation).optional(),
      name: personal(required('Enter your name')),
      phone: personal(phone),
      signature: personal(signature).optional(),
      /** Browser and network, for the certificate. */
      device: personal(line).optional(),
      network: personal(line).optional(),
    }),
  },
  RecordAcceptedCopy: {
    may: 'internal',
    data: z.strictObject({ ...sentVersion, fileId: id, pdfSha256: sha256 }),
  },
  DeclineQuotation: {
    may: 'internal',
    data: z.strictObject({ ...sentVersion, reason: personal(optionalText) }),
  },
  AskAboutQuotation: {
    may: 'internal',
    data: z.strictObject({
      ...sentVersion,
      questionId: id,
      question: personal(requiredText('Enter your question')),
    }),
  },
  RecordQuotationView: { may: 'internal', data: z.strictObject({ ...sentVersion, viewId: id }) },
  ExpireQuotation: { may: 'internal', data: z.strictObject(sentVersion) },
  /** Follows the lead's assignee. */
  PassQuotationOn: { may: 'internal', data: z.strictObject({ ...quotationIdField, to: id }) },
  /** Follows the deletion of the lead. */
  CloseQuotation: { may: 'internal', data: z.strictObject(quotationIdField) },
  EraseQuotation: { may: 'internal', data: z.strictObject(quotationIdField) },
} as const satisfies CommandDefinitions;

export type QuotationCommand = CommandsIn<typeof quotationCommands>;
