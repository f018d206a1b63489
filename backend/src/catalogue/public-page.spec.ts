import { expect, test } from '@jest/globals';
import { renderPackagePage, renderProductPage } from './public-page.js';

const createPageFields = (pricesIncludeGst: boolean | undefined) => ({
  language: 'en-IN' as const,
  seller: {
    organizationId: 'org',
    name: 'Surya',
    cities: [],
    ...(pricesIncludeGst !== undefined && { pricesIncludeGst }),
  },
  name: 'Panel',
  description: 'Mono',
  category: 'Panels',
  pictures: [],
});
const item = { mrpPaise: 1_000_00, livePricePaise: 900_00, unit: 'piece' as const };

/** Notes beside the price, and the saving. */
function priceOf(page: string) {
  const [, notes] = /<small>(.*?)<\/small>/.exec(page) ?? [];
  const [, saving] = /You Save (₹[\d,.]+)/.exec(page) ?? [];
  return { notes, saving };
}

test.each([
  [undefined, undefined, 'per piece', '₹100.00'],
  [true, 18_00, 'per piece, incl. GST', '₹100.00'],
  [true, 0, 'per piece', '₹100.00'],
  [true, undefined, 'per piece, incl. GST', '₹100.00'],
  [false, 5_00, 'per piece, plus GST', '₹55.00'],
  [false, 18_00, 'per piece, plus GST', undefined],
  [false, undefined, 'per piece, plus GST', undefined],
  [false, 0, 'per piece', '₹100.00'],
])(
  'compares the price with the MRP after GST (included: %s, rate: %s)',
  (included, gstRateBasisPoints, notes, saving) =>
    expect(
      priceOf(renderProductPage({ ...createPageFields(included), ...item, gstRateBasisPoints })),
    ).toEqual({
      notes,
      saving,
    }),
);

test('sums the GST of a package, and leaves out a note that is empty', () => {
  const page = (included: boolean | undefined, ...rates: readonly (number | undefined)[]) =>
    priceOf(
      renderPackagePage({
        ...createPageFields(included),
        items: rates.map((gstRateBasisPoints) => ({
          ...item,
          name: 'Panel',
          quantity: 2,
          gstRateBasisPoints,
        })),
      }),
    );
  expect(page(undefined, 18_00)).toEqual({ notes: undefined, saving: '₹200.00' });
  expect(page(false, 5_00, 0)).toEqual({ notes: 'plus GST', saving: '₹310.00' });
  expect(page(false, 5_00, undefined)).toEqual({ notes: 'plus GST', saving: undefined });
});

test('says what each product of a package costs, as a quotation does', () => {
  const page = renderPackagePage({
    ...createPageFields(true),
    items: [1, 6].map((quantity) => ({
      ...item,
      name: 'Panel',
      quantity,
      gstRateBasisPoints: 0,
    })),
  });
  const [, list = ''] = /<ul class="lines">(.*?)<\/ul>/s.exec(page) ?? [];
  const texts = list.split('</li>').map((line) => line.replaceAll(/<[^>]*>|\s+/g, ' ').trim());
  expect(texts.map((text) => text.replaceAll(/\s+/g, ' ')).filter(Boolean)).toEqual([
    'Panel 1 piece × ₹900.00 ₹900 .00',
    'Panel 6 pieces × ₹900.00 ₹5,400 .00',
  ]);
});

test('names the sender and the cities of the seller, and neither if it knows none', () => {
  const page = (seller: { readonly sharedBy?: string; readonly cities: readonly string[] }) => {
    const fields = createPageFields(undefined);
    const shown = { ...fields, seller: { ...fields.seller, ...seller } };
    const text = renderProductPage({ ...shown, ...item, gstRateBasisPoints: 0 });
    return /<span class="person">(.*?)<\/span>/s.exec(text)?.[1];
  };
  expect(page({ cities: [] })).toBeUndefined();
  expect(page({ cities: ['Pune', 'Nashik'] })).toBe('Pune, Nashik');
  expect(page({ sharedBy: 'Asha', cities: ['Pune'] })).toBe('Sent by Asha · Pune');
});
