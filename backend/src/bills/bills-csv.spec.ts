import { expect, test } from '@jest/globals';
import { asText } from './bills-csv.js';

test.each(['=1+1', '+91 98', '-2', '@SUM(A1)', '＝1+1', ' =1+1', '\t=1', '=HYPERLINK("http://x","y")'])('%j is no formula in a spreadsheet', (cell) =>
  expect(asText(cell)).toBe(`'${cell}`),
);
test.each(['', 'Lunch', '450.00', '2026-11-12', 'a=b', '"quoted"'])('%j stays as it is', (cell) => expect(asText(cell)).toBe(cell));
