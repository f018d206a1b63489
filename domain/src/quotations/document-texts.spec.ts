import { describe, expect, test } from '@jest/globals';
import { languages } from '../accounts/account.values.js';
import { browserText } from '../kernel/texts/browser-text.js';
import {
  customerPlace,
  lineAmount,
  optionalText,
  stateText,
  translatorFor,
  sumRows,
  taxFacts,
} from './document-texts.js';
import type { QuotationVersion } from './quotation.js';
import { stateCodes } from './states.values.js';
import { printedHsn } from './hsn.js';
import { quotationTotals } from './quotation-totals.js';
import { unitQuantityText } from './unit-texts.js';

const translate = translatorFor(languages[0]);

describe('the sums of a document', () => {
  const line = {
    lineId: 'a',
    quantityThousandths: 1_000,
    unitPricePaise: 1_000_00,
    discountBasisPoints: 1_000,
    gstRateBasisPoints: 500,
  };
  const createQuotation = ({
    optional = false,
    pricesIncludeGst = false,
    discountPaise = 50_00,
    transportPaise = 20_00,
  } = {}) => {
    const quotation = {
      lines: [{ ...line, optional }],
      discountPaise,
      transportPaise,
      pricesIncludeGst,
    };
    const rules = { taxHead: 'IGST', roundsOff: false } as const;
    const { lines, totalPaise, ...totals } = quotationTotals(quotation, rules);
    return { ...quotation, ...rules, lines, totals, totalPaise };
  };
  test('begin with the amounts beside the lines, and lead to the total', () => {
    const { lines, ...quotation } = createQuotation();
    expect(lines.map(lineAmount)).toEqual([900_00]);
    expect(sumRows(quotation, translate)).toEqual({
      added: [
        ['Subtotal', 900_00],
        ['Discount', -50_00],
        ['Transport', 20_00],
        ['Taxable value', 870_00],
        ['IGST', 43_50],
      ],
      included: [],
    });
    expect(quotation.totalPaise).toBe(913_50);
  });
  test('show the tax by itself where prices include it', () => {
    const quotation = createQuotation({ pricesIncludeGst: true });
    expect(sumRows(quotation, translate)).toEqual({
      added: [
        ['Subtotal', 900_00],
        ['Discount', -50_00],
        ['Transport', 20_00],
      ],
      included: [
        ['Taxable value', 828_58],
        ['IGST', 41_42],
      ],
    });
    expect(quotation.totalPaise).toBe(870_00);
  });
  test('have no discount and no transport while no line is counted', () => {
    expect(sumRows(createQuotation({ optional: true }), translate).added).toEqual([
      ['Subtotal', 0],
    ]);
  });
  test('have no taxable value that repeats the subtotal', () => {
    expect(
      sumRows(createQuotation({ discountPaise: 0, transportPaise: 0 }), translate).added,
    ).toEqual([
      ['Subtotal', 900_00],
      ['IGST', 45_00],
    ]);
  });
});

test('a line shows its share of the discount on the whole and of the transport', () => {
  const listFacts = (discountSharePaise: number, transportSharePaise: number) =>
    taxFacts(
      {
        hsn: '85414300',
        gstRateBasisPoints: 500,
        amounts: { taxablePaise: 870_00, discountSharePaise, transportSharePaise },
      },
      { taxHead: 'IGST', seller: { hsnDigits: '4' } as QuotationVersion['seller'] },
      translate,
    );
  expect(listFacts(50_00, 20_00)).toEqual([
    'HSN 8541',
    'GST 5%',
    'Discount on the total −₹50.00',
    'Transport ₹20.00',
    'Taxable value ₹870.00',
  ]);
  expect(listFacts(0, 0)).toEqual(['HSN 8541', 'GST 5%', 'Taxable value ₹870.00']);
});

test.each([
  ['en-IN', 1_000, 'piece', '1 piece'],
  ['en-IN', 22_000, 'piece', '22 pieces'],
  ['en-IN', 180_500, 'meter', '180.5 meters'],
  ['en-IN', 2_000, 'kg', '2 kg'],
  ['hi-IN', 1_000, 'hour', '1 घंटा'],
  ['hi-IN', 22_000, 'hour', '22 घंटे'],
] as const)('in %s %d thousandths of a %s are %s', (language, thousandths, unit, shown) =>
  expect(unitQuantityText(language, thousandths, unit)).toBe(shown),
);

test('an optional line says whether it is chosen, and before the acceptance that it may be', () => {
  expect(optionalText({ isCounted: false, isAccepted: false }, translate)).toBe(
    'Optional, not in the total',
  );
  expect(optionalText({ isCounted: false, isAccepted: true }, translate)).toBe(
    'Optional, not chosen',
  );
  for (const isAccepted of [false, true])
    expect(optionalText({ isCounted: true, isAccepted }, translate)).toBe('Optional, chosen');
});

test.each([
  ['85414300', '4', '8541'],
  ['85414300', '6', '854143'],
  ['8541', '6', '8541'],
  ['85414300', undefined, '85414300'],
] as const)('HSN %s is printed with %s digits as %s', (code, digits, printed) =>
  expect(printedHsn(code, digits)).toBe(printed),
);

test('a state has its name in each language', () => {
  expect(stateText('en-IN', '27')).toBe('Maharashtra');
  expect(stateText('hi-IN', '27')).toBe('महाराष्ट्र');
  expect(stateCodes.filter((code) => /[a-z]/i.test(stateText('hi-IN', code)))).toEqual([]);
});

test.each([
  ['en-IN', 'Chrome on Android', 'Chrome on Android'],
  ['hi-IN', 'Chrome on Android', 'Android पर Chrome'],
  ['hi-IN', 'Unknown browser', 'अनजान ब्राउज़र'],
  ['hi-IN', 'Firefox', 'Firefox'],
] as const)('in %s the device %s is named %s', (language, device, shown) =>
  expect(browserText(device, translatorFor(language))).toBe(shown),
);

test.each([
  [{ siteName: 'Om Industries, Kothrud', city: 'Pune' }, 'Om Industries, Kothrud, Pune'],
  [
    { siteName: 'Om Industries, Kothrud', city: 'Pune', address: '4 Main Road, Kothrud, Pune' },
    'Om Industries, Kothrud, 4 Main Road, Pune',
  ],
  [{ city: 'Pune' }, 'Pune'],
  [{}, ''],
])('a customer’s place has each part of site and address once: %j', (customer, place) =>
  expect(customerPlace(customer)).toBe(place),
);
