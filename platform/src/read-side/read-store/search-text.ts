const separator = '\n';

/** As a text is compared: letters of either case are the same, and nothing in it can be taken for the end of a field. */
export const foldedText = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\0-\x1f]+/g, ' ');

/** All that can be found of a document: no term reaches from one field into the next. */
export const searchText = (fields: readonly (string | undefined)[]) => fields.map((field) => foldedText(field ?? '')).join(separator);

const longestQuery = 200;
const mostTerms = 8;

/**
 * What was typed, as terms to be found: parts between spaces. A number may be spelled with spaces, brackets and dashes.
 * A part without a letter or digit finds nothing by itself: the answer is undefined if no other is left.
 */
export function searchTerms(typed: string): readonly string[] | undefined {
  const text = foldedText(typed.slice(0, longestQuery)).trim();
  const digits = text.replace(/\D/g, '');
  if (/^[+\d][\d\s()./-]*$/.test(text) && digits.length >= 7) return [digits.replace(/^0(?=\d{10}$)/, '')];
  const terms = text.split(/\s+/).filter((term) => /[\p{L}\p{N}]/u.test(term));
  return terms.length > 0 ? [...new Set(terms)].slice(0, mostTerms) : undefined;
}
