import { foldedText } from './search-text.js';

/** So many characters from each place of a text are looked up by an index; of a longer term the rest is compared. */
export const placeLength = 8;

/**
 * What begins at each place of the texts: a term stands in one of them exactly where a place begins with it, so that one
 * index in order finds any substring, the shortest too.
 */
export function placesOf(texts: readonly (string | undefined)[]): string[] {
  const places = new Set<string>();
  for (const text of texts) {
    const characters = [...foldedText(text ?? '')];
    characters.forEach((_, from) => places.add(characters.slice(from, from + placeLength).join('')));
  }
  return [...places];
}

/** Where to look for texts that have these terms: at the longest of them. */
export function lookedUp(terms: readonly string[]): { readonly from: string; readonly before: string; readonly unproven: readonly string[] } {
  const lengths = terms.map((term) => [...term].length);
  const longest = lengths.indexOf(Math.max(...lengths));
  const from = [...terms[longest]!].slice(0, placeLength).join('');
  return { from, before: `${from}\u{10ffff}`, unproven: terms.filter((term, index) => index !== longest || term !== from) };
}
