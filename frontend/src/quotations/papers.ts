import { isDay } from '#domain/kernel/values/days.js';
import { type PricedQuotation, quotationTotals } from '#domain/quotations/quotation-totals.js';
import type { QuotationContent, QuotationLine } from '#domain/quotations/quotation.commands.js';
import type {
  QuotationDetail,
  QuotationSettingsShown,
  QuotationVersionShown,
} from '#domain/quotations/quotation.views.js';
import { languages } from '#domain/accounts/account.values.js';
import { draftTotals } from '../kit/quotations/draft-totals.js';
import type { PaperProps } from './quotation-paper.js';

type DraftContent = Omit<PricedQuotation, 'lines'> &
  Pick<QuotationContent, 'placeOfSupply' | 'validUntilOn' | 'language' | 'notes' | 'terms'> & {
    readonly lines: readonly QuotationLine[];
  };

/** Parts of a document besides its content: seller, customer and number. */
interface Letterhead {
  readonly customer: PaperProps['customer'];
  /** Name of the member who sends it. */
  readonly person: string;
  readonly organization: string;
  readonly logoFileId: string | undefined;
  readonly number: string | undefined;
}

/** Document of a draft, as it would be sent now. */
export function draftPaper(
  content: DraftContent,
  settings: QuotationSettingsShown,
  { customer, person, organization, logoFileId, number }: Letterhead,
): PaperProps {
  const { taxHead, totals } = draftTotals(content, settings);
  const amountsOfLines = new Map(totals.lines.map((line) => [line.lineId, line]));
  return {
    ...(number !== undefined && { number }),
    // an incomplete day is not shown
    validUntilOn: isDay(content.validUntilOn) ? content.validUntilOn : undefined,
    seller: { name: organization, logoFileId, ...settings },
    customer,
    person,
    placeOfSupply: content.placeOfSupply,
    lines: content.lines.map((line) => ({ ...line, amounts: amountsOfLines.get(line.lineId) })),
    taxHead,
    totals,
    pricesIncludeGst: content.pricesIncludeGst,
    discountPaise: content.discountPaise,
    totalPaise: totals.totalPaise,
    language: content.language ?? languages[0],
    notes: content.notes,
    terms: content.terms,
  };
}

/** Document of a version; the accepted one counts the optional lines that were chosen. */
export function versionPaper(
  version: QuotationVersionShown,
  { acceptance, assignedTo }: Pick<QuotationDetail, 'acceptance' | 'assignedTo'>,
): PaperProps {
  const { lines, totals, totalPaise, ...otherFields } = version;
  const unpricedPaper = { ...otherFields, person: assignedTo.name };
  if (acceptance?.version !== version.version)
    return { ...unpricedPaper, lines, totals, totalPaise } as PaperProps;
  const { taxHead, roundsOff } = version;
  const chosenLineIds = new Set(acceptance.lineIds);
  const acceptedTotals = quotationTotals(version as never, { taxHead, roundsOff, chosenLineIds });
  return {
    ...unpricedPaper,
    isAccepted: true,
    lines: lines.map((line, index) => ({ ...line, amounts: acceptedTotals.lines[index] })),
    totals: acceptedTotals,
    totalPaise: acceptedTotals.totalPaise,
  } as PaperProps;
}

/** Pictures of products by their ids, for a document. */
export const picturesOf = (
  products: Iterable<QuotationDetail['products'][number]>,
): ReadonlyMap<string, string> =>
  new Map(
    [...products].flatMap(({ productId, picture }) =>
      picture === undefined ? [] : [[productId, picture] as const],
    ),
  );
