import { expect, test } from '@jest/globals';
import { publicPageAddress } from './public-page-address.js';

test('a path with surplus slashes or capitals leads to its page, one with an id that no route takes nowhere', () => {
  expect(publicPageAddress('/Products//0190A6C2-5F1E-7C3A-9B1D-2F6F0D5E8A01/share/')).toBe('/products/0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01/share');
  expect(publicPageAddress(`products/${'a'.repeat(501)}/share`)).toBeUndefined();
});
