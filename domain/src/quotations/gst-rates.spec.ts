import { describe, expect, test } from '@jest/globals';
import { gstRatesOn, isGstRateOn } from './gst-rates.js';
import { stateCodes } from './states.values.js';
import { findTaxHead } from './tax-heads.js';

describe('GST rates', () => {
  test.each(['2025-09-22', '2026-01-31', '2026-11-28'])(
    '0 to 40 percent hold for all products on %s',
    (day) =>
      expect(gstRatesOn(day)).toEqual(expect.arrayContaining([0, 25, 150, 300, 500, 1_800, 4_000])),
  );
  test('28 percent ends on 31 January 2026', () => {
    expect(isGstRateOn('2026-01-31', 2_800)).toBe(true);
    expect(isGstRateOn('2026-02-01', 2_800)).toBe(false);
  });
  test.each(['6815', '68159910', '6901', '690100', '6904', '6905'])(
    '12 percent holds for HSN %s',
    (hsn) => expect(isGstRateOn('2026-11-28', 1_200, hsn)).toBe(true),
  );
  test.each([undefined, '6902', '8541', '16815'])('12 percent does not hold for HSN %s', (hsn) =>
    expect(isGstRateOn('2026-11-28', 1_200, hsn)).toBe(false),
  );
  test('before 22 September 2025 are unknown', () => expect(gstRatesOn('2025-09-21')).toEqual([]));
});

describe('the tax of a supply', () => {
  test('is CGST and SGST within a state, IGST between two', () => {
    expect(findTaxHead('regular', '27', '27')).toBe('CGST and SGST');
    expect(findTaxHead('regular', '27', '29')).toBe('IGST');
  });
  test('is CGST and UTGST in a territory without a legislature', () =>
    expect(
      stateCodes.filter((code) => findTaxHead('regular', code, code) === 'CGST and UTGST'),
    ).toEqual(['04', '26', '31', '35', '38', '97']));
  test('is none without a regular registration', () => {
    expect(findTaxHead('composition', '27', '27')).toBe('none');
    expect(findTaxHead('none', '27', '29')).toBe('none');
  });
});
