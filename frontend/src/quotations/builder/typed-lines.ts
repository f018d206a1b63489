import { t } from '@lingui/core/macro';
import { readAmount } from '#domain/kernel/values/amounts.js';
import { withPlainDigits } from '#domain/kernel/texts/text-folding.js';
import type {
  IncludedProduct,
  PackageView,
  ProductItem,
} from '#domain/catalogue/catalogue.views.js';
import type { HsnDigits } from '#domain/quotations/hsn.js';
import { isGstRateOn } from '#domain/quotations/gst-rates.js';
import { type QuotationLine, quotationLine } from '#domain/quotations/quotation.commands.js';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import { newId } from '../../lib/server/api.js';
import { isObject, isText } from '../../kit/forms/stored-shapes.js';
import { amountText, exactPercent } from '../../ui/display/format.js';

/** Line in the form: figures are texts as they were typed. */
export type TypedLine = {
  readonly lineId: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string;
  readonly hsn: string;
  readonly quantityThousandths: string;
  readonly unit: QuotationUnit;
  readonly unitPricePaise: string;
  readonly discountBasisPoints: string;
  /** Empty until it is chosen. */
  readonly gstRateBasisPoints: string;
  /** Rate of the services in a contract for goods and services; empty for none. */
  readonly servicesGstRateBasisPoints: string;
  readonly optional: boolean;
  /** Price of the product when the line was made; empty for a free line. */
  readonly productPricePaise: string;
};

const REQUIRED_TEXTS = ['lineId', 'name', 'quantityThousandths', 'unitPricePaise'] as const;

/** Whether a stored draft's lines can be shown in this form. */
export const areTypedLines = (stored: unknown): boolean =>
  Array.isArray(stored) &&
  stored.every((line) => isObject(line) && REQUIRED_TEXTS.every((field) => isText(line[field])));

/** Quantity in thousandths; unreadable text stays as typed. */
function readQuantity(typed: string): number | string {
  const plain = withPlainDigits(typed.trim()).replaceAll(',', '');
  const [, whole, decimals = ''] = /^(\d{1,9})(?:\.(\d{0,3}))?$/.exec(plain) ?? [];
  return whole === undefined ? typed : Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'));
}

/** Price in paise, negative for an allowance; unreadable text stays as typed. */
function readPrice(typed: string): number | string {
  const [, minus, amount = ''] = /^\s*([-−]?)(.*)$/s.exec(typed) ?? [];
  const paise = readAmount(amount).hundredths;
  if (paise === undefined) return typed;
  return minus ? -paise : paise;
}

/** Line as the command expects it. Unreadable values stay text, which the schema refuses. */
export function readLine(line: TypedLine): QuotationLine {
  const { productId, description, hsn, optional } = line;
  const { gstRateBasisPoints: rate, servicesGstRateBasisPoints: services } = line;
  const { productPricePaise = '' } = line;
  const discount = line.discountBasisPoints.trim();
  return {
    lineId: line.lineId,
    ...(productId !== '' && { productId }),
    name: line.name,
    ...(description.trim() !== '' && { description }),
    ...(hsn.trim() !== '' && { hsn }),
    quantityThousandths: readQuantity(line.quantityThousandths),
    unit: line.unit,
    unitPricePaise: readPrice(line.unitPricePaise),
    discountBasisPoints: discount === '' ? 0 : (readAmount(discount).hundredths ?? discount),
    ...(rate !== '' && { gstRateBasisPoints: Number(rate) }),
    ...(services !== '' && { servicesGstRateBasisPoints: Number(services) }),
    ...(optional && { optional }),
    ...(productPricePaise !== '' && { productPricePaise: Number(productPricePaise) }),
  } as QuotationLine;
}

/** Errors by the command's schema; the first one of each field. */
function schemaErrors(line: TypedLine): Readonly<Record<string, string>> {
  const commandLine = readLine(line);
  const issues = quotationLine.safeParse(commandLine).error?.issues ?? [];
  if (line.productId !== '' && commandLine.unitPricePaise < 0)
    return { unitPricePaise: t`Only a free line may be negative, as an allowance` };
  return Object.fromEntries(
    issues.toReversed().map(({ path: [field], message }) => [String(field), message]),
  );
}

/** Whether an HSN is shorter than the organization prints it. */
export const hasTooFewDigits = ({ hsn }: TypedLine, digits: HsnDigits): boolean =>
  hsn.trim() !== '' && hsn.replaceAll(/\D/g, '').length < Number(digits);

/** Errors of rates that are missing, or not valid on a day. */
function rateErrors(line: TypedLine, today: string): Readonly<Record<string, string>> {
  const { gstRateBasisPoints: goods, servicesGstRateBasisPoints: services, hsn } = line;
  if (goods === '') return { gstRateBasisPoints: t`Choose a rate` };
  const invalidText = t`This rate of GST is no longer valid`;
  return {
    ...(!isGstRateOn(today, Number(goods), hsn) && { gstRateBasisPoints: invalidText }),
    ...(services !== '' &&
      !isGstRateOn(today, Number(services)) && { servicesGstRateBasisPoints: invalidText }),
  };
}

/** Range of a product's discount in basis points. */
export interface DiscountRange {
  readonly min: number;
  readonly max: number;
}

/** Discount in basis points; undefined for unreadable text. */
export const discountOf = ({ discountBasisPoints: typed }: TypedLine): number | undefined =>
  typed.trim() === '' ? 0 : readAmount(typed).hundredths;
export const isInRange = (discount: number, { min, max }: DiscountRange): boolean =>
  discount >= min && discount <= max;

/** Error of a discount outside the range of its product. */
function discountError(
  line: TypedLine,
  range: DiscountRange | undefined,
): Readonly<Record<string, string>> {
  const discount = discountOf(line);
  if (!range || discount === undefined || isInRange(discount, range)) return {};
  const [least, most] = [exactPercent(range.min), exactPercent(range.max)];
  return { discountBasisPoints: t`Discount must be between ${least} and ${most}` };
}

interface LineRules {
  readonly isTaxed: boolean;
  readonly today: string;
  /** Range of the discount, for members who must stay in it. */
  readonly range: DiscountRange | undefined;
}

/** All errors of a line by field. */
export const lineErrors = (
  line: TypedLine,
  { isTaxed, today, range }: LineRules,
): Readonly<Record<string, string>> => ({
  ...(isTaxed && rateErrors(line, today)),
  ...discountError(line, range),
  ...schemaErrors(line),
});

/** Step of the discount in basis points: half a percent. */
const DISCOUNT_STEP_BASIS_POINTS = 50;

/** Line with its discount a step lower or higher, within a range. */
export function nextDiscount(
  line: TypedLine,
  steps: -1 | 1,
  { min, max }: DiscountRange = { min: 0, max: 10_000 },
): TypedLine {
  const discount = readAmount(line.discountBasisPoints).hundredths ?? 0;
  const next = Math.max(min, Math.min(max, discount + steps * DISCOUNT_STEP_BASIS_POINTS));
  return { ...line, discountBasisPoints: percentText(next) };
}

/** Lines without unreadable values; only these count in the totals. */
export const readableLines = (lines: readonly TypedLine[]): readonly QuotationLine[] =>
  lines.flatMap((line) => quotationLine.safeParse(readLine(line)).data ?? []);

const percentText = (basisPoints: number): string => String(basisPoints / 100);
const quantityText = (thousandths: number): string => String(thousandths / 1_000);
const priceText = (paise: number): string =>
  paise < 0 ? `−${amountText(-paise)}` : amountText(paise);

export const typedLine = (line: QuotationLine): TypedLine => ({
  lineId: line.lineId,
  productId: line.productId ?? '',
  name: line.name,
  description: line.description ?? '',
  hsn: line.hsn ?? '',
  quantityThousandths: quantityText(line.quantityThousandths),
  unit: line.unit,
  unitPricePaise: priceText(line.unitPricePaise),
  discountBasisPoints: percentText(line.discountBasisPoints),
  gstRateBasisPoints: String(line.gstRateBasisPoints ?? ''),
  servicesGstRateBasisPoints: String(line.servicesGstRateBasisPoints ?? ''),
  optional: line.optional ?? false,
  productPricePaise: String(line.productPricePaise ?? ''),
});

/** Lines of another quotation under new ids. */
export const copiedLines = (lines: readonly QuotationLine[]): readonly TypedLine[] =>
  lines.map((line) => ({ ...typedLine(line), lineId: newId() }));

export const emptyLine = (gstRateBasisPoints?: number): TypedLine => ({
  lineId: newId(),
  productId: '',
  name: '',
  description: '',
  hsn: '',
  quantityThousandths: '1',
  unit: 'piece',
  unitPricePaise: '',
  discountBasisPoints: '0',
  gstRateBasisPoints: String(gstRateBasisPoints ?? ''),
  servicesGstRateBasisPoints: '',
  optional: false,
  productPricePaise: '',
});

const productLine = (product: ProductItem): TypedLine => ({
  ...emptyLine(product.gstRateBasisPoints),
  productId: product.productId,
  name: product.name,
  hsn: product.hsn ?? '',
  unit: product.unit,
  unitPricePaise: amountText(product.livePricePaise),
  discountBasisPoints: percentText(product.minDiscountBasisPoints),
  productPricePaise: String(product.livePricePaise),
});

/** Default GST rate of a line without a product, in basis points. */
export const DEFAULT_RATE = 1_800;
/**
 * GST rate of the goods in a solar contract, in basis points. The value is taxed 70 : 30 as goods
 * and services.
 */
const GOODS_RATE_BASIS_POINTS = 500;
const SERVICES_RATE_BASIS_POINTS = 1_800;

/** Line taxed as one contract for goods and services, or as goods only. */
export const withServices = (line: TypedLine, hasServices: boolean): TypedLine =>
  hasServices
    ? {
        ...line,
        gstRateBasisPoints: String(GOODS_RATE_BASIS_POINTS),
        servicesGstRateBasisPoints: String(SERVICES_RATE_BASIS_POINTS),
      }
    : { ...line, servicesGstRateBasisPoints: '' };

const isActiveProduct = ({ status, name }: IncludedProduct): boolean =>
  status === 'Active' && name !== undefined;

/** A package as one line, taxed 70 : 30 as goods and services. */
export const packageLine = (pack: PackageView): TypedLine => ({
  ...withServices(emptyLine(GOODS_RATE_BASIS_POINTS), true),
  name: pack.name,
  description: pack.items
    .filter(isActiveProduct)
    .map(({ quantity, name }) => `${quantity} × ${name}`)
    .join('\n'),
  unit: 'set',
  unitPricePaise: amountText(pack.totalPricePaise),
});

/**
 * Lines for the single products of a package.
 * @param products details by id; a product without them gets the package's data of it
 */
export const linesOfPackage = (
  pack: PackageView,
  products: ReadonlyMap<string, ProductItem>,
): readonly TypedLine[] =>
  pack.items.filter(isActiveProduct).map((item) => {
    const product = products.get(item.productId);
    const line = product
      ? productLine(product)
      : {
          ...emptyLine(),
          productId: item.productId,
          name: item.name!,
          ...(item.unit && { unit: item.unit }),
          unitPricePaise: amountText(item.livePricePaise),
          productPricePaise: String(item.livePricePaise),
        };
    return { ...line, quantityThousandths: String(item.quantity) };
  });

/** Line with more or fewer pieces; unchanged if no piece would be left, or if it is unreadable. */
export function withQuantityChangedBy(line: TypedLine, pieces: number): TypedLine {
  const quantity = readQuantity(line.quantityThousandths);
  if (typeof quantity !== 'number') return line;
  const next = quantity + pieces * 1_000;
  return next > 0 ? { ...line, quantityThousandths: quantityText(next) } : line;
}

/** Lines with one more piece of a product, on its line or on a new one. */
export function withProduct(
  lines: readonly TypedLine[],
  product: ProductItem,
): readonly TypedLine[] {
  const existingLine = lines.find(({ productId }) => productId === product.productId);
  return existingLine
    ? lines.map((line) => (line === existingLine ? withQuantityChangedBy(line, 1) : line))
    : [...lines, productLine(product)];
}

/** Lines with one piece of a product less. Without pieces left, the line is removed. */
export const withoutOne = (
  lines: readonly TypedLine[],
  { productId }: ProductItem,
): readonly TypedLine[] => {
  const lastLine = lines.findLast((line) => line.productId === productId);
  if (!lastLine) return lines;
  const reducedLine = withQuantityChangedBy(lastLine, -1);
  const isRemoved = reducedLine === lastLine;
  return isRemoved
    ? lines.filter((line) => line !== lastLine)
    : lines.map((line) => (line === lastLine ? reducedLine : line));
};
