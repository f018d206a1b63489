import { z } from 'zod';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { quotationContent } from './quotation.commands.js';
import { quotationEvents } from './quotation.events.js';
import { quotationSettings } from './quotation-settings.js';
import { quotationStatuses } from './quotation.values.js';

const status = z.enum(quotationStatuses);

/** Row of `GET /api/quotations`: uploaded, or built in the product. */
export const quotationItem = z.strictObject({
  quotationId: z.string(),
  leadId: z.string(),
  isBuilt: z.boolean(),
  status,
  number: z.string().optional(),
  /** Newest version that was sent; 0 for a draft. */
  version: count,
  /** Whether changes wait to be sent. */
  hasDraft: z.boolean(),
  customerName: z.string(),
  phone: z.string(),
  assignedTo: personRef,
  totalPaise: sum,
  validUntilOn: day.optional(),
  /** Document of an uploaded quotation. */
  fileId: z.string().optional(),
  createdOn: day,
  changedAt: instant,
  revision: count,
});
export type QuotationItem = Answer<typeof quotationItem>;
const quotationCounts = z.record(z.enum([...quotationStatuses, 'All']), count);
export type QuotationCounts = Answer<typeof quotationCounts>;
export const quotationList = listOf(quotationItem, {
  counts: quotationCounts,
  /** Sum of each status in paise. */
  paise: z.record(status, sum),
});
export type QuotationList = Answer<typeof quotationList>;

/** Version as it was sent, without the fields that only its PDF needs. */
const version = quotationEvents.QuotationSent.omit({ salt: true }).extend({
  lines: quotationEvents.QuotationSent.shape.lines.nonoptional(),
  fileId: z.string().optional(),
  /** Characters that the PDF cannot show. */
  missingCharacters: z.string().optional(),
  /** Set while the PDF could not be made. */
  pdfFailed: z.literal(true).optional(),
});
export type QuotationVersionShown = Answer<typeof version>;

/** Present values of a product on a line of the draft, or the fact that it is no longer sold. */
const quotedProduct = z.strictObject({
  productId: z.string(),
  isActive: z.boolean(),
  livePricePaise: sum.optional(),
  minDiscountBasisPoints: count.optional(),
  maxDiscountBasisPoints: count.optional(),
  /** Path of its public picture. */
  picture: z.string().optional(),
});
export type QuotedProduct = Answer<typeof quotedProduct>;

/** `GET /api/quotations/<id>` of a quotation built in the product. */
export const quotationDetail = z.strictObject({
  quotationId: z.string(),
  leadId: z.string(),
  status,
  assignedTo: personRef,
  customerName: z.string(),
  /** Content of the next version. */
  draft: quotationContent.optional(),
  /** Products of the draft, or of the newest version without one. */
  products: z.array(quotedProduct),
  /** Version of the draft, or of the next one. */
  nextVersion: count,
  /** Newest first. */
  versions: z.array(version),
  linkToken: z.string().optional(),
  acceptance: z
    .strictObject({
      version: count,
      at: instant,
      name: z.string(),
      phone: z.string(),
      totalPaise: sum,
      lineIds: z.array(z.string()),
      /** PDF with the certificate of the acceptance. */
      copyFileId: z.string().optional(),
    })
    .optional(),
  views: count,
  revision: count,
  /** Warning that the quotation is not up to date. */
  trouble: z.string().optional(),
});
export type QuotationDetail = Answer<typeof quotationDetail>;

/** Part of the detail that a customer changes, pushed to open screens. */
export type QuotationProgress = Pick<
  QuotationDetail,
  'quotationId' | 'leadId' | 'status' | 'acceptance' | 'views' | 'revision'
>;

/** Step of `GET /api/quotations/<id>/history`, newest first. */
export const historyEntry = z.strictObject({
  entryId: z.string(),
  quotationId: z.string(),
  revision: count,
  at: instant,
  /** Missing for what the customer did. */
  by: personRef.optional(),
  type: z.enum(Object.keys(quotationEvents)),
  version: count.optional(),
  /** Reason, question, or name of the person who accepted. */
  text: z.string().optional(),
  method: z.string().optional(),
});
export type QuotationHistoryEntry = Answer<typeof historyEntry>;
export const quotationHistory = listOf(historyEntry);
export type QuotationHistory = Answer<typeof quotationHistory>;

/** `GET /api/quotation-settings`, for the builder and the settings. */
export const quotationSettingsShown = z.strictObject({
  ...quotationSettings.partial().shape,
  gstRegistration: quotationSettings.shape.gstRegistration,
  hsnDigits: quotationSettings.shape.hsnDigits,
  pricesIncludeGst: z.boolean(),
  roundsOff: z.boolean(),
  validityDays: count,
  upiKind: quotationSettings.shape.upiKind,
  advanceBasisPoints: count,
  numberPrefix: z.string(),
});
export type QuotationSettingsShown = Answer<typeof quotationSettingsShown>;
