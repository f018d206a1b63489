import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { KeepTogether } from './keep-together.js';

test.each([
  ['Quotation Q/2026-27/0042: Sent', 'Quotation <span class="num">Q/2026-27/0042</span>: Sent'],
  ['ABC/26-27/10000, ₹5.00', '<span class="num">ABC/26-27/10000</span>, ₹5.00'],
  [
    'Q/26-27/0001 Q/26-27/0002',
    '<span class="num">Q/26-27/0001</span> <span class="num">Q/26-27/0002</span>',
  ],
  ['See https://a.example/Q/2026-27/0042', 'See https://a.example/Q/2026-27/0042'],
  ['Paid on 2026-11-27 and/or later', 'Paid on 2026-11-27 and/or later'],
])('marks the document numbers in: %s', (text, markup) =>
  expect(renderToStaticMarkup(<KeepTogether>{text}</KeepTogether>)).toBe(markup),
);
