import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { countRuns } from '../../../platform/src/testing/times.js';
import {
  type PricedLine,
  type PricedQuotation,
  type TotalRules,
  quotationTotals,
} from './quotation-totals.js';
import { stateCodes } from './states.values.js';
import { gstRegistrations, findTaxHead } from './tax-heads.js';

const line = (more: Partial<PricedLine> = {}): PricedLine => ({
  lineId: 'a',
  quantityThousandths: 1_000,
  unitPricePaise: 1_00_000,
  discountBasisPoints: 0,
  gstRateBasisPoints: 1_800,
  ...more,
});
const withinState: TotalRules = { taxHead: 'CGST and SGST', roundsOff: false };
const betweenStates: TotalRules = { taxHead: 'IGST', roundsOff: false };
const untaxed: TotalRules = { taxHead: 'none', roundsOff: false };
const quotationWith = (lines: readonly PricedLine[], more: Partial<PricedQuotation> = {}) => ({
  lines,
  pricesIncludeGst: false,
  ...more,
});

describe('the totals of a quotation', () => {
  const workedExample = line({
    quantityThousandths: 3_000,
    unitPricePaise: 1_234_50,
    discountBasisPoints: 750,
    gstRateBasisPoints: 500,
  });
  test('match the worked example within a state', () =>
    expect(quotationTotals(quotationWith([workedExample]), withinState)).toMatchObject({
      taxablePaise: 3_425_74,
      cgstPaise: 85_64,
      sgstPaise: 85_64,
      igstPaise: 0,
      totalPaise: 3_597_02,
    }));
  test('match the worked example between states', () =>
    expect(quotationTotals(quotationWith([workedExample]), betweenStates)).toMatchObject({
      taxablePaise: 3_425_74,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 171_29,
      totalPaise: 3_597_03,
    }));
  test('keep a price that includes tax, within a state and between states', () => {
    const battery = quotationWith([line({ unitPricePaise: 24_900_00 })], {
      pricesIncludeGst: true,
    });
    expect(quotationTotals(battery, withinState)).toMatchObject({
      taxablePaise: 21_101_70,
      cgstPaise: 1_899_15,
      sgstPaise: 1_899_15,
      totalPaise: 24_900_00,
    });
    expect(quotationTotals(battery, betweenStates)).toMatchObject({
      taxablePaise: 21_101_70,
      igstPaise: 3_798_30,
      totalPaise: 24_900_00,
    });
  });
  test('have no tax without a regular registration, whatever the prices include', () => {
    for (const pricesIncludeGst of [true, false])
      expect(quotationTotals(quotationWith([line()], { pricesIncludeGst }), untaxed)).toMatchObject(
        {
          taxablePaise: 1_00_000,
          cgstPaise: 0,
          sgstPaise: 0,
          igstPaise: 0,
          totalPaise: 1_00_000,
        },
      );
  });
  test('split a solar contract 70 : 30 into goods and services', () => {
    const contract = line({
      unitPricePaise: 2_00_000_00,
      gstRateBasisPoints: 500,
      servicesGstRateBasisPoints: 1_800,
    });
    expect(quotationTotals(quotationWith([contract]), withinState).byRate).toEqual([
      {
        rateBasisPoints: 500,
        taxablePaise: 1_40_000_00,
        cgstPaise: 3_500_00,
        sgstPaise: 3_500_00,
        igstPaise: 0,
      },
      {
        rateBasisPoints: 1_800,
        taxablePaise: 60_000_00,
        cgstPaise: 5_400_00,
        sgstPaise: 5_400_00,
        igstPaise: 0,
      },
    ]);
    const included = quotationTotals(
      quotationWith([{ ...contract, unitPricePaise: 2_17_800_00 }], { pricesIncludeGst: true }),
      withinState,
    );
    expect(included).toMatchObject({ taxablePaise: 2_00_000_00, totalPaise: 2_17_800_00 });
    expect(included.byRate.map(({ taxablePaise }) => taxablePaise)).toEqual([
      1_40_000_00, 60_000_00,
    ]);
  });
  test('tax each part of discount and transport at the rate of its line', () => {
    const totals = quotationTotals(
      quotationWith(
        [
          line({ unitPricePaise: 100_00, gstRateBasisPoints: 500 }),
          line({ lineId: 'b', unitPricePaise: 200_00 }),
        ],
        { discountPaise: 10_00, transportPaise: 5_00 },
      ),
      withinState,
    );
    expect(
      totals.lines.map(({ discountSharePaise, transportSharePaise }) => [
        discountSharePaise,
        transportSharePaise,
      ]),
    ).toEqual([
      [3_33, 1_67],
      [6_67, 3_33],
    ]);
    expect(totals.byRate.map(({ taxablePaise }) => taxablePaise)).toEqual([98_34, 196_66]);
  });
  test('give an allowance no part of discount and transport', () => {
    const totals = quotationTotals(
      quotationWith([line(), line({ lineId: 'b', unitPricePaise: -500_00 })], {
        discountPaise: 100_00,
      }),
      withinState,
    );
    expect(totals.lines.map(({ discountSharePaise }) => discountSharePaise)).toEqual([100_00, 0]);
    expect(totals.taxablePaise).toBe(400_00);
  });
  test('count an optional line only if it is chosen', () => {
    const lines = [line(), line({ lineId: 'b', optional: true })];
    const unchosen = quotationTotals(quotationWith(lines), withinState);
    expect(unchosen.totalPaise).toBe(1_180_00);
    expect(unchosen.lines[1]).toMatchObject({ isCounted: false, totalPaise: 1_180_00 });
    const chosen = quotationTotals(quotationWith(lines), {
      ...withinState,
      chosenLineIds: new Set(['b']),
    });
    expect(chosen.totalPaise).toBe(2_360_00);
  });
  test('are rounded to the rupee, with the difference in a row of its own', () => {
    const roundTotal = (unitPricePaise: number) => {
      const { roundOffPaise, totalPaise, taxablePaise } = quotationTotals(
        quotationWith([line({ unitPricePaise, gstRateBasisPoints: 0 })]),
        { ...withinState, roundsOff: true },
      );
      expect(taxablePaise).toBe(unitPricePaise);
      return [roundOffPaise, totalPaise];
    };
    expect(roundTotal(100_49)).toEqual([-49, 100_00]);
    expect(roundTotal(100_50)).toEqual([50, 101_00]);
    expect(roundTotal(100_00)).toEqual([0, 100_00]);
  });
  test('of no lines are zero', () =>
    expect(quotationTotals(quotationWith([]), withinState)).toMatchObject({
      totalPaise: 0,
      lines: [],
    }));
});

const Money = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
const rupees = (paise: number) => new Money(paise).div(100);
const roundToPaise = (amount: Decimal) => amount.toDecimalPlaces(2);
// Adding 0 makes 0 of −0, which only decimals have.
const toPaise = (amount: Decimal) => amount.times(100).toNumber() + 0;

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Money(0));

function spreadByDecimals(amount: Decimal, values: readonly Decimal[]): Decimal[] {
  const sum = sumOf(values);
  if (sum.isZero()) return values.map(() => new Money(0));
  const exact = values.map((value) => amount.times(value).div(sum));
  const shares = exact.map((share) => share.toDecimalPlaces(2, Decimal.ROUND_FLOOR));
  const restPaise = shares.reduce((left, share) => left.minus(share), amount).times(100);
  const order = exact
    .map((share, index) => ({ index, fraction: share.minus(shares[index]!) }))
    .sort((one, other) => other.fraction.comparedTo(one.fraction) || one.index - other.index);
  for (const { index } of order.slice(0, restPaise.toNumber()))
    shares[index] = shares[index]!.plus('0.01');
  return shares;
}

/** Parts of a solar contract's price that are taxed as goods and as services. */
const GOODS_PART = '0.7';
const SERVICES_PART = '0.3';
const toRates = ({ gstRateBasisPoints, servicesGstRateBasisPoints }: PricedLine): Decimal[] =>
  [gstRateBasisPoints, servicesGstRateBasisPoints]
    .filter((rate) => rate !== undefined)
    .map((rate) => new Money(rate).div(10_000));

/** Taxable value, half of the tax and the whole, of a price that includes it. */
function taxWithin(price: Decimal, line: PricedLine) {
  const rates = toRates(line);
  const parts = rates.length === 1 ? ['1'] : [GOODS_PART, SERVICES_PART];
  const factor = sumOf(rates.map((rate, index) => rate.times(parts[index]!))).plus(1);
  const half = sumOf(
    rates.map((rate, index) =>
      roundToPaise(price.times(parts[index]!).times(rate).div(2).div(factor)),
    ),
  );
  return { taxable: price.minus(half.times(2)), half, whole: half.times(2) };
}

/** Taxable value, half of the tax and the whole, of a price without it. */
function taxOnTop(price: Decimal, line: PricedLine) {
  const rates = toRates(line);
  const goods = rates.length === 1 ? price : roundToPaise(price.times(GOODS_PART));
  const taxes = rates.map((rate, index) => (index === 0 ? goods : price.minus(goods)).times(rate));
  return {
    taxable: price,
    half: sumOf(taxes.map((tax) => roundToPaise(tax.div(2)))),
    whole: sumOf(taxes.map(roundToPaise)),
  };
}

/** Totals of a quotation, calculated with decimals in rupees as the specification says. */
function totalsByDecimals(
  { lines, discountPaise = 0, transportPaise = 0, pricesIncludeGst }: PricedQuotation,
  { taxHead, roundsOff, chosenLineIds = new Set<string>() }: TotalRules,
) {
  const counted = lines.filter(({ lineId, optional }) => !optional || chosenLineIds.has(lineId));
  const values = counted.map(({ unitPricePaise, quantityThousandths, discountBasisPoints }) => {
    const gross = roundToPaise(
      rupees(unitPricePaise).times(new Money(quantityThousandths).div(1_000)),
    );
    return gross.minus(roundToPaise(gross.times(new Money(discountBasisPoints).div(10_000))));
  });
  const positive = values.map((value) => (value.isPositive() ? value : new Money(0)));
  const weights = positive.every((value) => value.isZero())
    ? positive.map(() => new Money(1))
    : positive;
  const discounts = spreadByDecimals(rupees(discountPaise), weights);
  const transports = spreadByDecimals(rupees(transportPaise), weights);
  const taxes = counted.map((line, index) => {
    const price = values[index]!.minus(discounts[index]!).plus(transports[index]!);
    if (taxHead === 'none') return { taxable: price, cgst: new Money(0), igst: new Money(0) };
    const { taxable, half, whole } = (pricesIncludeGst ? taxWithin : taxOnTop)(price, line);
    return taxHead === 'IGST'
      ? { taxable, cgst: new Money(0), igst: whole }
      : { taxable, cgst: half, igst: new Money(0) };
  });
  const taxable = sumOf(taxes.map((tax) => tax.taxable));
  const cgst = sumOf(taxes.map((tax) => tax.cgst));
  const igst = sumOf(taxes.map((tax) => tax.igst));
  const exact = taxable.plus(cgst.times(2)).plus(igst);
  const total = roundsOff ? exact.toDecimalPlaces(0) : exact;
  return {
    taxablePaise: toPaise(taxable),
    cgstPaise: toPaise(cgst),
    sgstPaise: toPaise(cgst),
    igstPaise: toPaise(igst),
    roundOffPaise: toPaise(total.minus(exact)),
    totalPaise: toPaise(total),
  };
}

const rate = fc.constantFrom(0, 25, 150, 300, 500, 1_200, 1_800, 2_800, 4_000);
const price = fc.oneof(
  fc.integer({ min: 0, max: 1_000_00 }),
  fc.integer({ min: 0, max: 10_00_000_00 }),
);
const randomLine = fc.record(
  {
    lineId: fc.uuid(),
    quantityThousandths: fc.oneof(
      fc.integer({ min: 1, max: 20 }).map((pieces) => pieces * 1_000),
      fc.integer({ min: 1, max: 999_999 }),
    ),
    unitPricePaise: fc.oneof(
      { weight: 6, arbitrary: price },
      price.map((paise) => -paise),
    ),
    discountBasisPoints: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
    gstRateBasisPoints: rate,
    servicesGstRateBasisPoints: fc.option(rate, { nil: undefined, freq: 5 }),
    optional: fc.boolean(),
  },
  {
    requiredKeys: [
      'lineId',
      'quantityThousandths',
      'unitPricePaise',
      'discountBasisPoints',
      'gstRateBasisPoints',
    ],
  },
);
const quotation = fc.record({
  lines: fc.uniqueArray(randomLine, { maxLength: 12, selector: ({ lineId }) => lineId }),
  discountPaise: fc.option(fc.integer({ min: 0, max: 50_000_00 }), { nil: undefined }),
  transportPaise: fc.option(fc.integer({ min: 0, max: 20_000_00 }), { nil: undefined }),
  pricesIncludeGst: fc.boolean(),
});
const states = stateCodes.filter((code) => code !== '97');
const rules = fc
  .record({
    registration: fc.constantFrom('regular' as const, ...gstRegistrations),
    seller: fc.constantFrom(...states),
    buyer: fc.option(fc.constantFrom(...states), { nil: undefined }),
    roundsOff: fc.boolean(),
  })
  .map(({ registration, seller, buyer = seller, roundsOff }) => ({
    taxHead: findTaxHead(registration, seller, buyer),
    roundsOff,
  }));

test('totals of random quotations equal those computed with decimals', () =>
  fc.assert(
    fc.property(quotation, rules, fc.infiniteStream(fc.boolean()), (priced, rule, choices) => {
      const chosenLineIds = new Set(
        priced.lines.map(({ lineId }) => lineId).filter(() => choices.next().value),
      );
      const totals = quotationTotals(priced, { ...rule, chosenLineIds });
      expect(totals).toMatchObject(totalsByDecimals(priced, { ...rule, chosenLineIds }));

      const included = totals.lines.filter(({ isCounted }) => isCounted);
      for (const field of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const) {
        const sum = (amounts: readonly { readonly [Name in typeof field]: number }[]) =>
          amounts.reduce((total, amount) => total + amount[field], 0);
        expect([sum(included), sum(totals.byRate)]).toEqual([totals[field], totals[field]]);
      }
      for (const { cgstPaise, sgstPaise, ...each } of totals.lines) {
        expect(cgstPaise).toBe(sgstPaise);
        if (priced.pricesIncludeGst)
          expect(each.totalPaise).toBe(
            each.grossPaise -
              each.discountPaise -
              each.discountSharePaise +
              each.transportSharePaise,
          );
      }
      if (included.length > 0) {
        expect(totals.transportPaise).toBe(priced.transportPaise ?? 0);
        expect(included.reduce((sum, each) => sum + each.discountSharePaise, 0)).toBe(
          priced.discountPaise ?? 0,
        );
      }
      expect(totals.roundOffPaise).toBeGreaterThanOrEqual(-50);
      expect(totals.roundOffPaise).toBeLessThanOrEqual(50);
    }),
    { numRuns: countRuns(10_000) },
  ));

test('the tax is right between any two of the 36 states and territories', () => {
  expect(states).toHaveLength(36);
  for (const seller of states)
    for (const buyer of states) {
      const priced = quotationWith([line({ unitPricePaise: 333_33 })], { pricesIncludeGst: false });
      const totals = quotationTotals(priced, {
        taxHead: findTaxHead('regular', seller, buyer),
        roundsOff: true,
      });
      expect(totals.igstPaise > 0).toBe(seller !== buyer);
      expect(totals.cgstPaise > 0).toBe(seller === buyer);
    }
});
