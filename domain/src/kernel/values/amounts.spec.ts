import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { billCommands } from '../../bills/bill.commands.js';
import { productDetails } from '../../catalogue/catalogue.commands.js';
import { readAmount } from './amounts.js';

describe('an amount', () => {
  test.each([
    ['500', 50_000],
    ['500/-', 50_000],
    ['500 /-', 50_000],
    ['500/=', 50_000],
    ['500.00/-', 50_000],
    ['Rs. 500', 50_000],
    ['Rs500', 50_000],
    ['rs 500/- only', 50_000],
    ['INR 500', 50_000],
    ['₹500', 50_000],
    ['₹ 1,23,456.50', 12_345_650],
    ['₨ 500', 50_000],
    ['500 rupees only', 50_000],
    ['रु. ५००', 50_000],
    ['५०० रुपये मात्र', 50_000],
    ['रू ५००', 50_000],
    ['रू. 500', 50_000],
    ['५०० रू', 50_000],
    ['Rs: 500', 50_000],
    ['Rs.: 500', 50_000],
    ['Re. 1', 100],
    ['500 only', 50_000],
    ['.5', 50],
    ['0.5', 50],
    ['12.', 1_200],
    ['५००', 50_000],
    ['১২৩.৫০', 12_350],
    ['٥٠٠٫٥', 50_050],
    ['１，２３，４５６．５０', 12_345_650],
    ['1,234', 123_400],
    ['1,234,567', 123_456_700],
    ['1,23,456', 12_345_600],
    ['1 23 456', 12_345_600],
    ['1\u00a023\u202f456.5', 12_345_650],
    ['1, 23, 456', 12_345_600],
    ['\u200e500\u202c', 50_000],
    ['2.5%', 250],
    ['२.५ प्रतिशत', 250],
    ['7.25 per cent', 725],
    ['0', 0],
  ])('%j is %i hundredths', (typed, hundredths) =>
    expect(readAmount(typed)).toEqual({ hundredths }),
  );

  test.each([
    ['1,50', 'Write decimals with a point, such as 1.50'],
    ['1,5', 'Write decimals with a point, such as 1.50'],
    ['1 50', 'Write decimals with a point, such as 1.50'],
    [',50', 'Write decimals with a point, such as 1.50'],
    ['1,234,50', 'Write decimals with a point, such as 1.50'],
    ['1.234,50', 'Write decimals with a point, such as 1.50'],
    ['१,५०', 'Write decimals with a point, such as 1.50'],
    ['1.234', 'An amount can have two decimals'],
    ['1.23.456', 'Enter the amount in digits, such as 1,23,456.50'],
    ['1.5 lakh', 'Enter the amount in digits, such as 1,23,456.50'],
    ['50k', 'Enter the amount in digits, such as 1,23,456.50'],
    ['2 crore', 'Enter the amount in digits, such as 1,23,456.50'],
    ['५ लाख', 'Enter the amount in digits, such as 1,23,456.50'],
    ['1,,234', 'Enter the amount in digits, such as 1,23,456.50'],
    ['', undefined],
    ['.', undefined],
    ['₹', undefined],
    ['abc', undefined],
    ['-5', undefined],
    ['−500', undefined],
    ['500-', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['99999999999999', undefined],
  ])('%j is not an amount', (typed, problem) => expect(readAmount(typed)).toEqual({ problem }));

  test('is read in Indian and western grouping and in other digits', () => {
    const toDevanagari = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    fc.assert(
      fc.property(
        fc.nat({ max: 100_000_000_000 }),
        fc.constantFrom('en-IN', 'en-US', 'hi-IN'),
        (hundredths, language) => {
          const amountText = (hundredths / 100).toLocaleString(language, {
            minimumFractionDigits: 2,
          });
          expect(readAmount(amountText)).toEqual({ hundredths });
          expect(readAmount(`₹ ${toDevanagari(amountText)}/-`)).toEqual({ hundredths });
        },
      ),
    );
  });
});

describe('the message of an amount’s schema', () => {
  const { amountPaise } = billCommands.SubmitBill.data.shape;
  const { mrpPaise, minDiscountBasisPoints } = productDetails.shape;
  test.each([
    [amountPaise, '1,50', 'Write decimals with a point, such as 1.50'],
    [amountPaise, 'abc', 'Please enter a valid amount'],
    [amountPaise, 0, 'Please enter a valid amount'],
    [amountPaise, 1e17, 'Please enter a valid amount'],
    [amountPaise, 100_000_000_001, 'At most ₹100 crore'],
    [mrpPaise, 'abc', 'MRP must be a valid positive number'],
    [mrpPaise, '1.5 lakh', 'Enter the amount in digits, such as 1,23,456.50'],
    [mrpPaise, 200_000_000_00, 'At most ₹10 crore'],
    [minDiscountBasisPoints, '2,5', 'Write decimals with a point, such as 1.50'],
    [minDiscountBasisPoints, '2.555', 'A discount can have two decimals'],
    [minDiscountBasisPoints, 10_001, 'Minimum discount must be between 0 and 100'],
  ])('%# explains the problem', (schema, typed, expected) =>
    expect([
      ...new Set(schema.safeParse(typed).error?.issues.map(({ message }) => message)),
    ]).toEqual([expected]),
  );
});
