import { type Language, languages } from '#domain/accounts/account.values.js';
import type { CommandInput } from '#domain/commands.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { QuotationLine } from '#domain/quotations/quotation.commands.js';
import type { StateCode } from '#domain/quotations/states.values.js';
import type {
  QuotationDetail,
  QuotationSettingsShown,
} from '#domain/quotations/quotation.views.js';
import { amountText } from '../../ui/display/format.js';
import { copiedLines, type TypedLine, typedLine } from './typed-lines.js';

/** Values of the builder's form. */
export interface BuilderValues {
  readonly lines: readonly TypedLine[];
  readonly discountPaise: string;
  readonly transportPaise: string;
  readonly pricesIncludeGst: boolean;
  readonly placeOfSupply: StateCode | '';
  readonly validUntilOn: string;
  readonly language: Language;
  readonly notes: string;
  readonly terms: string;
}

/** Content of a draft or version; a draft may lack fields. */
type SavedContent = Partial<
  Omit<CommandInput<'SaveQuotation'>, 'lines'> & { readonly lines: readonly QuotationLine[] }
>;

export const emptyValues = (settings: QuotationSettingsShown, today: string): BuilderValues => ({
  lines: [],
  discountPaise: '',
  transportPaise: '',
  pricesIncludeGst: settings.pricesIncludeGst,
  placeOfSupply: settings.state ?? '',
  validUntilOn: dayAfter(today, settings.validityDays),
  language: languages[0],
  notes: '',
  terms: settings.terms ?? '',
});

const amountOrEmpty = (paise: number | undefined): string => (paise ? amountText(paise) : '');

/** Values of a draft or a version. A past day of validity is replaced by the default one. */
export function savedValues(
  content: SavedContent,
  settings: QuotationSettingsShown,
  today: string,
): BuilderValues {
  const empty = emptyValues(settings, today);
  const { validUntilOn = '' } = content;
  return {
    lines: (content.lines ?? []).map(typedLine),
    discountPaise: amountOrEmpty(content.discountPaise),
    transportPaise: amountOrEmpty(content.transportPaise),
    pricesIncludeGst: content.pricesIncludeGst ?? empty.pricesIncludeGst,
    placeOfSupply: content.placeOfSupply ?? empty.placeOfSupply,
    validUntilOn: validUntilOn >= today ? validUntilOn : empty.validUntilOn,
    language: content.language ?? empty.language,
    notes: content.notes ?? '',
    terms: content.terms ?? '',
  };
}

/** Content of the draft, or else of the newest version. */
const contentOf = ({ draft, versions: [newest] }: QuotationDetail): SavedContent =>
  (draft ?? newest ?? {}) as SavedContent;

export const valuesOfQuotation = (
  quotation: QuotationDetail,
  settings: QuotationSettingsShown,
  today: string,
): BuilderValues => savedValues(contentOf(quotation), settings, today);

/** Values of a copy: the lines under new ids, and the validity of a new quotation. */
export function copiedValues(
  quotation: QuotationDetail,
  settings: QuotationSettingsShown,
  today: string,
): BuilderValues {
  const content = contentOf(quotation);
  const { validUntilOn } = emptyValues(settings, today);
  return {
    ...savedValues(content, settings, today),
    lines: copiedLines(content.lines ?? []),
    validUntilOn,
  };
}
