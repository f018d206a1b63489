import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { constantName } from './constant-name.mjs';

const linter = new Linter();
const complaints = (code: string): string[] =>
  linter
    .verify(code, {
      plugins: { language: { rules: { 'constant-name': constantName } } },
      rules: { 'language/constant-name': 'error' },
    })
    .map(({ message }) => message);

test.each(['const longest = 5_000;', 'export const longest = 7 * 24 * 60;'])('refuses %j', (code) =>
  expect(complaints(code)).toEqual([
    'Name a constant number in capitals with its unit, not "longest".',
  ]),
);

test.each([
  'const MAX_WAIT_MS = 5_000;',
  'let count = 0;',
  "const path = '/webhooks';",
  'const wait = () => { const first = 50; return first; };',
])('accepts %j', (code) => expect(complaints(code)).toEqual([]));
