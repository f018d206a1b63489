import { expect, test } from '@jest/globals';
import { publicPageAddress } from './public-page-address.js';

test.each([
  ['products/0198ABCD/share/', '/products/0198abcd/share'],
  ['/Products/0198abcd/Share', '/products/0198abcd/share'],
  ['packages//0198abcd/share//', '/packages/0198abcd/share'],
  ['PACKAGES/a"b/SHARE', '/packages/a%22b/share'],
])('leads from %s to the page', (path, address) => expect(publicPageAddress(path)).toBe(address));

test.each([
  'products',
  'products/share',
  'offers/0198abcd/share',
  'products/0198abcd/share/views',
  'leads/x',
])('knows no page at %s', (path) => expect(publicPageAddress(path)).toBeUndefined());

test('leads from an id that no route takes nowhere, because the page would be the same path', () =>
  expect(publicPageAddress(`products/${'a'.repeat(501)}/share`)).toBeUndefined());
