/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { Price } from './item-card.js';

afterEach(cleanup);

test.each([
  [10_000, 9_900, '₹99₹100 1.0% off'],
  [10_000, 9_901, '₹99.01₹100 1.0% off'],
  [10_000, 9_950, '₹99.50'],
  [10_000, 10_000, '₹100'],
])('an MRP of %d and a price of %d paise read %s', (mrpPaise, livePricePaise, text) => {
  const { container } = render(<Price item={{ price: { mrpPaise, livePricePaise } as never }} />);
  expect(container.textContent).toBe(text);
});
