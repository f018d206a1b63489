import { divideHalfUp, distribute } from './exact.js';
import type { TaxHead } from './tax-heads.js';

/** Values of a line that its amounts depend on. */
export type PricedLine = {
  readonly lineId: string;
  readonly quantityThousandths: number;
  /** Negative for an allowance. */
  readonly unitPricePaise: number;
  readonly discountBasisPoints: number;
  /** Counts as 0 until it is chosen; a taxed line without one is not sent. */
  readonly gstRateBasisPoints?: number | undefined;
  /** Rate of the 30 percent that count as services, in a contract for goods and services. */
  readonly servicesGstRateBasisPoints?: number | undefined;
  /** Counted only if the customer chooses the line. */
  readonly optional?: boolean | undefined;
};

export type PricedQuotation = {
  readonly lines: readonly PricedLine[];
  /** Discount on the whole quotation, spread over its lines. */
  readonly discountPaise?: number | undefined;
  /** Transport charge, spread over the lines. */
  readonly transportPaise?: number | undefined;
  readonly pricesIncludeGst: boolean;
};

/** Tax of the quotation, and how its total is rounded. */
export type TotalRules = {
  readonly taxHead: TaxHead;
  readonly roundsOff: boolean;
  /** Optional lines that are counted. */
  readonly chosenLineIds?: ReadonlySet<string>;
};

type Tax = {
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  /** SGST, or UTGST in a territory without a legislature; always equal to CGST. */
  readonly sgstPaise: number;
  readonly igstPaise: number;
};
type RateAmounts = Tax & { readonly rateBasisPoints: number };

type LineAmounts = Tax & {
  readonly lineId: string;
  /** Price times quantity. */
  readonly grossPaise: number;
  readonly discountPaise: number;
  /** Share of the discount on the whole quotation. */
  readonly discountSharePaise: number;
  readonly transportSharePaise: number;
  /** Amounts of one rate, or of goods and services in a contract for both. */
  readonly byRate: readonly RateAmounts[];
  readonly totalPaise: number;
  /** False for an optional line that is not chosen. */
  readonly isCounted: boolean;
};

export type QuotationTotals = Tax & {
  readonly lines: readonly LineAmounts[];
  /** Lowest rate first. */
  readonly byRate: readonly RateAmounts[];
  /** Gross amounts of the counted lines. */
  readonly grossPaise: number;
  /** All discounts of the counted lines. */
  readonly discountPaise: number;
  readonly transportPaise: number;
  /** Added to reach a whole rupee: −49 to 50 paise. */
  readonly roundOffPaise: number;
  readonly totalPaise: number;
};

/**
 * Amounts of each line and of the quotation. All steps are whole paise in BigInt; totals are sums
 * of lines. An optional line that is not chosen has amounts, without shares, and is not counted.
 */
export function quotationTotals(
  { lines, discountPaise = 0, transportPaise = 0, pricesIncludeGst }: PricedQuotation,
  { taxHead, roundsOff, chosenLineIds = new Set() }: TotalRules,
): QuotationTotals {
  const values = lines.map(lineValue);
  const counted = lines.map(({ lineId, optional }) => !optional || chosenLineIds.has(lineId));
  const weights = computeWeights(
    values.map(({ net }, index) => (counted[index] ? net : undefined)),
  );
  const discountShares = distribute(BigInt(discountPaise), weights);
  const transportShares = distribute(BigInt(transportPaise), weights);
  const tax = pricesIncludeGst && taxHead !== 'none' ? extractTax : addTax;

  const amounts = lines.map((line, index): LineAmounts => {
    const { gross, discount, net } = values[index]!;
    const price = net - discountShares[index]! + transportShares[index]!;
    const byRate = tax(price, line, taxHead);
    const lineTaxes = sumTaxes(byRate);
    return {
      lineId: line.lineId,
      grossPaise: Number(gross),
      discountPaise: Number(discount),
      discountSharePaise: Number(discountShares[index]),
      transportSharePaise: Number(transportShares[index]),
      byRate,
      ...lineTaxes,
      totalPaise: withTax(lineTaxes),
      isCounted: counted[index]!,
    };
  });

  const countedLines = amounts.filter(({ isCounted }) => isCounted);
  const sum = sumTaxes(countedLines);
  const exact = withTax(sum);
  const total = roundsOff ? wholeRupees(exact) : exact;
  return {
    lines: amounts,
    byRate: sumsByRate(countedLines.flatMap(({ byRate }) => byRate)),
    ...sum,
    grossPaise: addUp(countedLines, ({ grossPaise }) => grossPaise),
    discountPaise: addUp(countedLines, (line) => line.discountPaise + line.discountSharePaise),
    transportPaise: addUp(countedLines, ({ transportSharePaise }) => transportSharePaise),
    roundOffPaise: total - exact,
    totalPaise: total,
  };
}

/** Price times quantity, the line's discount, and the rest. */
function lineValue({ unitPricePaise, quantityThousandths, discountBasisPoints }: PricedLine) {
  const gross = divideHalfUp(BigInt(unitPricePaise) * BigInt(quantityThousandths), 1_000n);
  const discount = divideHalfUp(gross * BigInt(discountBasisPoints), HUNDRED_PERCENT);
  return { gross, discount, net: gross - discount };
}

/** Weights of counted lines: their value, or all alike if no value is positive. */
function computeWeights(values: readonly (bigint | undefined)[]): readonly bigint[] {
  const hasValue = values.some((value) => value !== undefined && value > 0n);
  return values.map((value) => {
    if (value === undefined) return 0n;
    if (!hasValue) return 1n;
    return value > 0n ? value : 0n;
  });
}

const HUNDRED_PERCENT = 10_000n;
/** Goods in a contract for goods and services, in basis points: its value is split 70 : 30. */
const GOODS = 7_000n;
const SERVICES = HUNDRED_PERCENT - GOODS;

type Rated = Pick<PricedLine, 'gstRateBasisPoints' | 'servicesGstRateBasisPoints'>;

/** Tax on top of a price without tax. */
function addTax(price: bigint, line: Rated, taxHead: TaxHead): readonly RateAmounts[] {
  const rates = listRates(line);
  const goods = rates.length === 1 ? price : divideHalfUp(price * GOODS, HUNDRED_PERCENT);
  return rates.map((rate, index) => {
    const taxable = index === 0 ? goods : price - goods;
    return taxAmounts(rate, taxable, taxHead, {
      half: divideHalfUp(taxable * rate, 2n * HUNDRED_PERCENT),
      whole: divideHalfUp(taxable * rate, HUNDRED_PERCENT),
    });
  });
}

/** Tax that a price includes. The price is the same within a state and between states. */
function extractTax(price: bigint, line: Rated, taxHead: TaxHead): readonly RateAmounts[] {
  const rates = listRates(line);
  const parts = rates.length === 1 ? [HUNDRED_PERCENT] : [GOODS, SERVICES];
  // A price with tax is `grossFactor` / HUNDRED_PERCENT² times its taxable part.
  const weightedRates = rates.reduce((sum, rate, index) => sum + rate * parts[index]!, 0n);
  const grossFactor = HUNDRED_PERCENT * HUNDRED_PERCENT + weightedRates;
  const halves = rates.map((rate, index) =>
    divideHalfUp(price * rate * parts[index]!, 2n * grossFactor),
  );
  const taxable = halves.reduce((rest, half) => rest - 2n * half, price);
  const goods = rates.length === 1 ? taxable : divideHalfUp(taxable * GOODS, HUNDRED_PERCENT);
  return rates.map((rate, index) => {
    const half = halves[index]!;
    return taxAmounts(rate, index === 0 ? goods : taxable - goods, taxHead, {
      half,
      whole: 2n * half,
    });
  });
}

const listRates = ({
  gstRateBasisPoints: goods = 0,
  servicesGstRateBasisPoints: services,
}: Rated): readonly bigint[] =>
  services === undefined ? [BigInt(goods)] : [BigInt(goods), BigInt(services)];

function taxAmounts(
  rate: bigint,
  taxable: bigint,
  taxHead: TaxHead,
  { half, whole }: { readonly half: bigint; readonly whole: bigint },
): RateAmounts {
  const isSplit = taxHead === 'CGST and SGST' || taxHead === 'CGST and UTGST';
  return {
    rateBasisPoints: Number(rate),
    taxablePaise: Number(taxable),
    cgstPaise: isSplit ? Number(half) : 0,
    sgstPaise: isSplit ? Number(half) : 0,
    igstPaise: taxHead === 'IGST' ? Number(whole) : 0,
  };
}

const addUp = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

const sumTaxes = (taxes: readonly Tax[]): Tax => ({
  taxablePaise: addUp(taxes, ({ taxablePaise }) => taxablePaise),
  cgstPaise: addUp(taxes, ({ cgstPaise }) => cgstPaise),
  sgstPaise: addUp(taxes, ({ sgstPaise }) => sgstPaise),
  igstPaise: addUp(taxes, ({ igstPaise }) => igstPaise),
});

const withTax = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Tax): number =>
  taxablePaise + cgstPaise + sgstPaise + igstPaise;

function sumsByRate(amounts: readonly RateAmounts[]): readonly RateAmounts[] {
  const rates = [...new Set(amounts.map(({ rateBasisPoints }) => rateBasisPoints))];
  return rates
    .sort((one, other) => one - other)
    .map((rateBasisPoints) => ({
      rateBasisPoints,
      ...sumTaxes(amounts.filter((each) => each.rateBasisPoints === rateBasisPoints)),
    }));
}

const PAISE_PER_RUPEE = 100;
const wholeRupees = (paise: number): number =>
  Number(divideHalfUp(BigInt(paise), BigInt(PAISE_PER_RUPEE))) * PAISE_PER_RUPEE;
