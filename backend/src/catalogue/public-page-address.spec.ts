import { expect, test } from '@jest/globals';
import { publicPageAddress } from './public-page-address.js';

test.each([
  ['products/0198ABCD/share/', '/products/0198abcd/share'],
  ['/Products/0198abcd/Share', '/products/0198abcd/share'],
  ['packages//0198abcd/share//', '/packages/0198abcd/share'],
  ['PACKAGES/a"b/SHARE', '/packages/a%22b/share'],
])('redirects %s to the page', (path, address) => expect(publicPageAddress(path)).toBe(address));

test.each([
  'products',
  'products/share',
  'offers/0198abcd/share',
  'products/0198abcd/share/views',
  'leads/x',
])('finds no page at %s', (path) => expect(publicPageAddress(path)).toBeUndefined());

test('does not redirect an id that is too long for any route: it would redirect for ever', () =>
  expect(publicPageAddress(`products/${'a'.repeat(501)}/share`)).toBeUndefined());
