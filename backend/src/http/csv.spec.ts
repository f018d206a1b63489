import { expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { escapeFormula, csvFile } from './csv.js';

test.each([
  '=1+1',
  '+91 98',
  '-2',
  '@SUM(A1)',
  '＝1+1',
  ' =1+1',
  '\t=1',
  '=HYPERLINK("http://x","y")',
])('%j is not a formula in a spreadsheet', (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`));
test.each([
  ';=1+1',
  ';=1+1;',
  'a\r\n=1+1,b',
  'a\n\t=1',
  'a | @SUM(A1)',
  'Lunch;-2',
  'a;\u200d=1',
  'a;\u00a0＝1',
  '\r1',
  '\u200c+1',
])('%j is not a formula with another cell separator', (cell) =>
  expect(escapeFormula(cell)).toBe(`'${cell}`),
);
test.each(['\u200b', '\u202e', '\u00ad', '\u0001', '\u001f', '\ufeff', '\u2066'])(
  '%j hides no formula',
  (sign) => {
    expect(escapeFormula(`${sign}=1+1`)).toBe(`'=1+1`);
    expect(escapeFormula(`Lunch;${sign}=1+1`)).toBe(`'Lunch;=1+1`);
  },
);
test.each([
  '',
  'क्‍ष',
  'Lunch; tea',
  'Plot 5 - Baner',
  'a\nb',
  '450.00',
  '2026-11-12',
  'a=b',
  '"quoted"',
])('%j stays unchanged', (cell) => expect(escapeFormula(cell)).toBe(cell));

test('exports at the same time make their parts one after the other', async () => {
  let [running, mostRunning] = [0, 0];
  async function* generateParts(): AsyncGenerator<string> {
    for (const part of ['a', 'b', 'c']) {
      mostRunning = Math.max(mostRunning, ++running);
      await new Promise(setImmediate);
      running--;
      yield part;
    }
  }
  const exported = await Promise.all(
    Array.from({ length: 4 }, () =>
      text(csvFile(generateParts(), 'bills.csv', 'acc_asha').getStream()),
    ),
  );
  expect(exported).toEqual(['abc', 'abc', 'abc', 'abc']);
  expect(mostRunning).toBe(1);
});

test('an export that fails does not hold up the next one', async () => {
  async function* fail(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('no view');
  }
  async function* succeed(): AsyncGenerator<string> {
    yield 'a';
  }
  await expect(text(csvFile(fail(), 'bills.csv', 'acc_asha').getStream())).rejects.toThrow(
    'no view',
  );
  expect(await text(csvFile(succeed(), 'bills.csv', 'acc_asha').getStream())).toBe('a');
});
