import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { quantities } from '../kernel/values/quantities.js';
import { MAX_PRICE_PAISE } from './catalogue.commands.js';
import { packageTotals } from './totals.js';

const price = fc.integer({ min: 1, max: MAX_PRICE_PAISE });
const item = fc
  .record({
    quantity: fc.integer({ min: 1, max: quantities.piecesInPackage }),
    firstPrice: price,
    secondPrice: price,
  })
  .map(({ quantity, firstPrice, secondPrice }) => ({
    quantity,
    mrpPaise: Math.max(firstPrice, secondPrice),
    livePricePaise: Math.min(firstPrice, secondPrice),
  }));

test('totals, savings and percent of 10,000 packages equal exact arithmetic', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: quantities.productsInPackage }), (items) => {
      const sumExactly = (field: 'mrpPaise' | 'livePricePaise') =>
        items.reduce(
          (sum, { quantity, [field]: paise }) => sum + BigInt(quantity) * BigInt(paise),
          0n,
        );
      const [mrp, live] = [sumExactly('mrpPaise'), sumExactly('livePricePaise')];
      const totals = packageTotals(items);
      expect([
        BigInt(totals.totalMrpPaise),
        BigInt(totals.totalPricePaise),
        BigInt(totals.savingsPaise),
      ]).toEqual([mrp, live, mrp - live]);
      // percent to one decimal, as tenths: |tenths × mrp − savings × 1000| is at most half of mrp
      const tenths = BigInt(Math.round(totals.discountPercent * 10));
      const deviation = tenths * mrp - (mrp - live) * 1_000n;
      expect((deviation < 0n ? -deviation : deviation) * 2n <= mrp).toBe(true);
    }),
    { numRuns: 10_000 },
  );
});
test('all sums of an empty package are 0', () =>
  expect(packageTotals([])).toEqual({
    totalMrpPaise: 0,
    totalPricePaise: 0,
    savingsPaise: 0,
    discountPercent: 0,
  }));
