import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Unbroken } from './unbroken.js';

test.each([
  ['Quotation Q/2026-27/0042: Sent', 'Quotation <span class="num">Q/2026-27/0042</span>: Sent'],
  ['OFF/2026-27/1, ₹5.00', '<span class="num">OFF/2026-27/1</span>, ₹5.00'],
  ['Paid on 2026-11-27 and/or later', 'Paid on 2026-11-27 and/or later'],
])('%s', (text, markup) => expect(renderToStaticMarkup(<Unbroken>{text}</Unbroken>)).toBe(markup));
