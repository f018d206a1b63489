import { describe, expect, test } from '@jest/globals';
import { sentInFull } from './quotation.examples.js';
import { upiAdvance } from './upi.js';

const quotationWithSeller = (more: object) => ({
  number: 'Q/2026-27/0042',
  seller: {
    ...sentInFull.data.seller,
    legalName: 'Sharma & Söhne Solar',
    upiId: 'sharma.solar@okhdfc',
    upiKind: 'person' as const,
    upiCategory: undefined,
    advanceBasisPoints: 2_500,
    ...more,
  },
});
const readFields = (link: string) => new URL(link).searchParams;

describe('the advance by UPI', () => {
  test('has amount, payee, note and reference, percent-encoded', () => {
    const { paise, link } = upiAdvance(quotationWithSeller({}), 1_234_56)!;
    expect(paise).toBe(308_64);
    // Blanks and ampersands within a name are encoded.
    expect(link).not.toMatch(/[ &]S/);
    expect(Object.fromEntries(readFields(link))).toEqual({
      pa: 'sharma.solar@okhdfc',
      pn: 'Sharma & Söhne Solar',
      am: '308.64',
      cu: 'INR',
      tn: 'Advance Q/2026-27/0042',
      tr: 'Q2026270042',
    });
  });
  test('of a merchant names the category', () => {
    const { link } = upiAdvance(
      quotationWithSeller({ upiKind: 'merchant', upiCategory: '5411' }),
      100_00,
    )!;
    expect(readFields(link).get('mc')).toBe('5411');
  });
  test.each([
    ['person', 1_00_000_00, true],
    ['person', 1_00_000_01, false],
    ['merchant', 5_00_000_00, true],
    ['merchant', 5_00_000_01, false],
  ] as const)('of %s for %d paise is offered: %s', (upiKind, paise, isOffered) => {
    const quotation = quotationWithSeller({
      upiKind,
      upiCategory: '5411',
      advanceBasisPoints: 10_000,
    });
    expect(upiAdvance(quotation, paise) !== undefined).toBe(isOffered);
  });
  test.each([{ advanceBasisPoints: 0 }, { upiId: undefined }])(
    'is not offered with %j',
    (sellerFields) =>
      expect(upiAdvance(quotationWithSeller(sellerFields), 1_000_00)).toBeUndefined(),
  );
});
