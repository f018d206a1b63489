import { expect, test } from '@jest/globals';
import { acceptedLanguage } from './accepted-language.js';

test.each([
  ['hi-IN,hi;q=0.9,en-IN;q=0.8,en;q=0.7', 'hi-IN'],
  ['hi', 'hi-IN'],
  ['mr-IN,mr;q=0.9,hi;q=0.8,en;q=0.7', 'hi-IN'],
  ['en;q=0.5, hi;q=0.9', 'hi-IN'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'en-IN'],
  ['en-GB, hi', 'en-IN'],
  ['hi;q=0', 'en-IN'],
  ['hi;q=much, de', 'en-IN'],
  ['hil, fr', 'en-IN'],
  ['*', 'en-IN'],
  ['', 'en-IN'],
  [undefined, 'en-IN'],
])('%j selects %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));
