import { describe, expect, test } from '@jest/globals';
import { languages } from '../accounts/account.values.js';
import { discountParts, optionalText, translatorFor, sumRows } from './document-texts.js';
import { printedHsn } from './hsn.js';
import { quotationTotals } from './quotation-totals.js';

const translate = translatorFor(languages[0]);

describe('the sums of a document', () => {
  const line = {
    lineId: 'a',
    quantityThousandths: 1_000,
    unitPricePaise: 1_000_00,
    discountBasisPoints: 1_000,
    gstRateBasisPoints: 500,
  };
  const quoted = (optional: boolean) => {
    const quotation = {
      lines: [{ ...line, optional }],
      discountPaise: 50_00,
      transportPaise: 20_00,
      pricesIncludeGst: false,
    };
    const rules = { taxHead: 'IGST', roundsOff: false } as const;
    const { lines: _, totalPaise, ...totals } = quotationTotals(quotation, rules);
    return { ...quotation, ...rules, totals, totalPaise };
  };
  test('have the discounts of lines and the one on the whole in rows of their own', () =>
    expect(sumRows(quoted(false), translate)).toEqual([
      ['Subtotal', 1_000_00],
      ['Discount', -100_00],
      ['Discount on the whole', -50_00],
      ['Transport', 20_00],
      ['Taxable value', 870_00],
      ['IGST', 43_50],
    ]));
  test('have no discount and no transport while no line is counted', () => {
    const quotation = quoted(true);
    expect(sumRows(quotation, translate)).toEqual([
      ['Subtotal', 0],
      ['Taxable value', 0],
    ]);
    expect(discountParts(quotation)).toEqual({ lineDiscountPaise: 0, wholeDiscountPaise: 0 });
  });
});

test('an optional line says whether it is chosen, and before the acceptance that it may be', () => {
  expect(optionalText(false, false, translate)).toBe('Optional, not in the total');
  expect(optionalText(false, true, translate)).toBe('Optional, not chosen');
  for (const isAccepted of [false, true])
    expect(optionalText(true, isAccepted, translate)).toBe('Optional, chosen');
});

test.each([
  ['85414300', '4', '8541'],
  ['85414300', '6', '854143'],
  ['8541', '6', '8541'],
  ['85414300', undefined, '85414300'],
] as const)('HSN %s is printed with %s digits as %s', (code, digits, printed) =>
  expect(printedHsn(code, digits)).toBe(printed),
);
