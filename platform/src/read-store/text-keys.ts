import { foldedText } from './search-text.js';

/**
 * What a row is found by. Every one to three characters that its texts have in a row, and every whole run of four or more
 * without digit or space, because a longer term that has neither lies within such a run: names, cities and streets are few,
 * so the runs that have it are found among all there are, and whoever has the run has the term. Also the values it is asked for by.
 */
export function keysOfText(text: string, keys: Set<string> = new Set()): Set<string> {
  const isPlain = !surrogates.test(text);
  for (const field of text.split('\n')) {
    if (field === '') continue;
    if (isPlain) {
      for (let start = 0; start < field.length; start++)
        for (let length = 1; length <= longestGram && start + length <= field.length; length++) keys.add(field.substring(start, start + length));
    } else {
      const characters = [...field];
      for (let start = 0; start < characters.length; start++)
        for (let length = 1; length <= longestGram && start + length <= characters.length; length++)
          keys.add(characters.slice(start, start + length).join(''));
    }
    for (const run of field.split(apart)) if (run.length > longestGram) keys.add(keyOfRun(run));
  }
  return keys;
}

/** Numbers that a term of digits alone may lie in, if it is not a key itself. */
export const numbersOfText = (text: string): string => text.match(numbers)?.join(' ') ?? '';
export const isNumber = (term: string) => /^\d+$/.test(term);

/** How a term is looked up. */
export type Lookup =
  /** Whoever has the key has the term. */
  | { readonly kind: 'key'; readonly key: string }
  /** Whoever has one of the runs that it is part of has the term. */
  | { readonly kind: 'run'; readonly part: string }
  /** Whoever has the term has all these keys, but not the other way round: its text is to be looked at. */
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly term: string };

export function lookupOf(term: string): Lookup {
  const folded = foldedText(term);
  const characters = [...folded];
  if (characters.length <= longestGram) return { kind: 'key', key: folded };
  if (!apart.test(folded)) return { kind: 'run', part: folded };
  // Of a long one as few as cover all of it, of a short one all: they leave fewer texts to be looked at.
  const step = characters.length > shortTerm ? longestGram : 1;
  const last = characters.length - longestGram;
  const starts = [...Array.from({ length: Math.ceil(last / step) }, (_, nth) => nth * step), last];
  return { kind: 'keys', keys: starts.map((start) => characters.slice(start, start + longestGram).join('')), term: folded };
}

/** No text has these characters, because folding takes them out. */
export const keyOfRun = (run: string) => `\u0001${run}`;
export const runsBegin = '\u0001';
export const runsEnd = '\u0002';
/** Not of rows: numbers of all rows of a piece are written by this name. */
export const keyOfNumbers = '\u0003';
export const keyOfValue = (field: string, value: string | number | null | Uint8Array) => `\u0002${field}=${String(value)}`;

const longestGram = 3;
const numbers = /\d{4,}/g;
/** What is typed of a number is its last four to six digits, if not all of it. */
const shortTerm = 6;
const apart = /[\s\d]+/;
const surrogates = /[\ud800-\udfff]/;
