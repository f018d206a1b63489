import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { commentSubject } from './comment-subject.mjs';

const linter = new Linter();
const complaints = (code: string): string[] =>
  linter
    .verify(code, {
      plugins: { language: { rules: { 'comment-subject': commentSubject } } },
      rules: { 'language/comment-subject': 'error' },
    })
    .map(({ message }) => message);

test.each([
  ['/** What ends then is there no more. */', 'What'],
  ['// Of the newest only.', 'Of'],
  ['/**\n * The same for a bill.\n */', 'The same'],
])('refuses %j', (code, word) =>
  expect(complaints(code)).toEqual([
    `A comment begins with the thing it is about, not with "${word}".`,
  ]),
);

test.each([
  '/** Expiry note. `owner` holds the due day. */',
  '/** Whether a lead is open. */',
  '// Closes the socket after the last answer.\n// What is under way is finished first.',
  '/** Offers that anybody may see. */',
])('accepts %j', (code) => expect(complaints(code)).toEqual([]));
