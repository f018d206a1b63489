import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draftTotalField, draftTotals } from './draft-totals.js';
import { quotationTotals } from './quotation-totals.js';
import { stateCodes } from './states.values.js';
import { gstRegistrations, taxHeadFor } from './tax-heads.js';

const lines = fc.array(
  fc.record({
    lineId: fc.uuid(),
    quantityThousandths: fc.integer({ min: 1, max: 100_000 }),
    unitPricePaise: fc.integer({ min: 0, max: 10_000_000 }),
    discountBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    gstRateBasisPoints: fc.constantFrom(0, 500, 1_800),
  }),
  { maxLength: 4 },
);
const state = fc.constantFrom(...stateCodes);

test('a draft has the total that its builder shows, with any settings', () =>
  fc.assert(
    fc.property(
      fc.record({ lines, pricesIncludeGst: fc.boolean() }),
      fc.option(state, { nil: undefined }),
      fc.record({
        state: fc.option(state, { nil: undefined }),
        gstRegistration: fc.constantFrom(...gstRegistrations),
        roundsOff: fc.boolean(),
      }),
      (draft, placeOfSupply, settings) => {
        const taxHead = taxHeadFor(settings, placeOfSupply);
        const { totalPaise } = quotationTotals(draft, { taxHead, roundsOff: settings.roundsOff });
        const field = draftTotalField(settings, placeOfSupply ?? 'own');
        expect(draftTotals(draft)[field]).toBe(totalPaise);
      },
    ),
  ));
