import { languages } from '../accounts/account.values.js';
import type { ProductDetails } from '../catalogue/catalogue.commands.js';
import { applyChanges } from '../kernel/equality.js';
import type { Role } from '../kernel/policy.js';
import { refuse } from '../kernel/refusal.js';
import { MAX_PAISE } from '../kernel/schema.js';
import type { LeadDetails } from '../leads/lead.commands.js';
import type { QuotingOrganization } from '../organizations/organization.js';
import { isGstRateOn } from './gst-rates.js';
import { type QuotationTotals, quotationTotals } from './quotation-totals.js';
import type { QuotationContent, QuotationLine } from './quotation.commands.js';
import { type Quotation, type QuotationVersion, findNumber, computeStatus } from './quotation.js';
import { taxHeadFor } from './tax-heads.js';

/** 100 %, in basis points. */
const FULL_DISCOUNT = 10_000;

/** Facts that a version is made of, besides its draft. */
export type SendingFacts = {
  readonly organization: QuotingOrganization;
  readonly lead: LeadDetails;
  /** Active products of the lines, by id. */
  readonly products: ReadonlyMap<string, ProductDetails>;
  readonly role: Role;
  readonly today: string;
  /** Quotation that the draft was copied from. */
  readonly original?: Quotation | undefined;
};

/** Totals of a draft as the organization quotes now. */
function totalsOfDraft(
  draft: QuotationContent,
  { quotationSettings }: QuotingOrganization,
): QuotationTotals {
  const taxHead = taxHeadFor(quotationSettings, draft.placeOfSupply);
  return quotationTotals(draft, { taxHead, roundsOff: quotationSettings.roundsOff });
}

/**
 * Checks a draft before it becomes a version.
 * @throws Refusal at the first wrong field
 */
export function checkForSending(draft: QuotationContent, facts: SendingFacts): QuotationTotals {
  const { organization, products, role, today } = facts;
  if (draft.lines.length === 0) refuse('quotation-without-lines', 'lines');
  if (draft.validUntilOn < today) refuse('quotation-valid-until-past', 'validUntilOn');
  const isTaxed = taxHeadFor(organization.quotationSettings, draft.placeOfSupply) !== 'none';
  for (const [index, line] of draft.lines.entries()) {
    const pathOf = (field: keyof QuotationLine) => `lines.${index}.${field}`;
    const product = line.productId === undefined ? undefined : products.get(line.productId);
    if (line.productId !== undefined && line.unitPricePaise < 0)
      refuse('negative-product', pathOf('unitPricePaise'));
    if (product && role !== 'admin') checkDiscount(line, product, pathOf('discountBasisPoints'));
    if (isTaxed) checkRates(line, today, pathOf('gstRateBasisPoints'));
  }
  const totals = totalsOfDraft(draft, organization);
  for (const [index, { grossPaise }] of totals.lines.entries())
    if (Math.abs(grossPaise) > MAX_PAISE) refuse('total-too-high', `lines.${index}.unitPricePaise`);
  if (totals.totalPaise > MAX_PAISE) refuse('total-too-high', 'lines');
  const isBelowZero = [totals, ...totals.byRate].some(({ taxablePaise }) => taxablePaise < 0);
  if (isBelowZero || totals.totalPaise < 0) refuse('total-below-zero', 'lines');
  return totals;
}

/** @throws Refusal if the discount is outside the product's range */
function checkDiscount(
  { discountBasisPoints }: QuotationLine,
  { minDiscountBasisPoints: min, maxDiscountBasisPoints: max }: ProductDetails,
  field: string,
): void {
  if (discountBasisPoints < min || discountBasisPoints > Math.min(max, FULL_DISCOUNT))
    refuse('discount-out-of-range', field, [min / 100, max / 100]);
}

/** @throws Refusal if a rate is missing, or not valid on the day */
function checkRates(
  { gstRateBasisPoints, servicesGstRateBasisPoints, hsn }: QuotationLine,
  day: string,
  field: string,
): void {
  if (gstRateBasisPoints === undefined) return refuse('gst-rate-missing', field);
  const isValid =
    isGstRateOn(day, gstRateBasisPoints, hsn) &&
    (servicesGstRateBasisPoints === undefined || isGstRateOn(day, servicesGstRateBasisPoints));
  if (!isValid) refuse('gst-rate-not-valid', field);
}

/** Version with everything that it shows, which later changes do not reach. */
export function freeze(
  draft: QuotationContent,
  totals: QuotationTotals,
  facts: SendingFacts,
  more: { readonly version: number; readonly number: string; readonly salt: string },
): Omit<QuotationVersion, 'pdf'> {
  const { organization, lead, products, today, original } = facts;
  const { quotationSettings: settings } = organization;
  const { state } = settings;
  const { lines: amountsOfLines, totalPaise, ...sums } = totals;
  const lines = draft.lines.map((line, index) => {
    const { lineId: _, ...amounts } = amountsOfLines[index]!;
    const [imageFileId] = products.get(line.productId ?? '')?.imageFileIds ?? [];
    return {
      ...line,
      ...(imageFileId !== undefined && { imageFileId }),
      amounts: { ...amounts, byRate: [...amounts.byRate] },
    };
  });
  const placeOfSupply = draft.placeOfSupply ?? state;
  return {
    ...more,
    sentOn: today,
    customer: toCustomer(lead),
    seller: toSeller(organization),
    lines,
    totals: { ...sums, byRate: [...sums.byRate] },
    totalPaise,
    taxHead: taxHeadFor(settings, draft.placeOfSupply),
    ...(placeOfSupply !== undefined && { placeOfSupply }),
    pricesIncludeGst: draft.pricesIncludeGst,
    roundsOff: settings.roundsOff,
    ...(draft.discountPaise !== undefined && { discountPaise: draft.discountPaise }),
    ...(draft.transportPaise !== undefined && { transportPaise: draft.transportPaise }),
    validUntilOn: draft.validUntilOn,
    language: draft.language ?? languages[0],
    ...(draft.notes !== undefined && { notes: draft.notes }),
    ...(draft.terms !== undefined && { terms: draft.terms }),
    ...copyFields(draft, original),
  };
}

/** Quotation that a draft was copied from, and its number if it was accepted. */
function copyFields({ copiedFrom }: QuotationContent, original: Quotation | undefined) {
  if (copiedFrom === undefined) return {};
  const isAccepted = original?.phase === 'open' && computeStatus(original) === 'Accepted';
  const replaces = isAccepted ? findNumber(original) : undefined;
  return { copiedFrom, ...(replaces !== undefined && { replaces }) };
}

type Frozen = Pick<QuotationVersion, 'customer' | 'seller'>;

/** Customer as a quotation names them. */
export const toCustomer = ({ firstName, lastName, phone, city, siteName, place }: LeadDetails) =>
  withoutMissing<Frozen['customer']>({
    name: `${firstName} ${lastName}`.trim(),
    phone,
    city,
    siteName,
    address: place?.address,
  });

function toSeller({ name, contactPhone, logoFileId, quotationSettings }: QuotingOrganization) {
  const {
    pricesIncludeGst: _,
    roundsOff: __,
    validityDays: ___,
    numberPrefix: ____,
    terms: _____,
    ...settings
  } = quotationSettings;
  return withoutMissing<Frozen['seller']>({
    name,
    contactPhone: contactPhone ?? undefined,
    logoFileId: logoFileId ?? undefined,
    ...settings,
  });
}

const withoutMissing = <Thing extends object>(thing: Thing): Thing => applyChanges(thing, {});

/** Totals of a version with the optional lines that a customer chose. */
export const totalsOfVersion = (
  version: QuotationVersion,
  chosenLineIds: ReadonlySet<string>,
): QuotationTotals =>
  quotationTotals(version, {
    taxHead: version.taxHead,
    roundsOff: version.roundsOff,
    chosenLineIds,
  });

/** Version with the optional lines that a customer chose, as the accepted copy shows it. */
export function withChosenLines(
  version: QuotationVersion,
  chosenLineIds: ReadonlySet<string>,
): QuotationVersion {
  const { lines: amountsOfLines, totalPaise, ...sums } = totalsOfVersion(version, chosenLineIds);
  return {
    ...version,
    totalPaise,
    totals: { ...sums, byRate: [...sums.byRate] },
    lines: version.lines.map((line, index) => {
      const { lineId: _, ...amounts } = amountsOfLines[index]!;
      return { ...line, amounts: { ...amounts, byRate: [...amounts.byRate] } };
    }),
  };
}
