import { readPhoneNumber } from '#domain/kernel/phone-number.js';
import { foldText } from '#domain/kernel/text-folding.js';

const separator = '\n';

/**
 * All that can be found of a document: no term reaches from one field into the next, because folded
 * text has no line breaks.
 */
export const searchText = (fields: readonly (string | undefined)[]) =>
  fields.map((field) => foldText(field ?? '')).join(separator);

const longestQuery = 200;
const mostTerms = 8;
const leastDigits = 7;

/**
 * Terms to be found, parts of what was typed between spaces. A part without a letter or digit finds
 * nothing by itself: the answer is undefined if no other is left.
 */
export function searchTerms(typed: string): readonly string[] | undefined {
  const text = foldText(typed.slice(0, longestQuery));
  const number = numberIn(text);
  if (number !== undefined) return [number];
  const terms = text.split(' ').filter((term) => /[\p{L}\p{N}]/u.test(term));
  return terms.length > 0 ? [...new Set(terms)].slice(0, mostTerms) : undefined;
}

/**
 * Digits of a phone number, or of a part of one, as they stand in E.164; undefined for other text.
 */
function numberIn(text: string): string | undefined {
  if (!/^(?:tel:|https?:|wa\.me\/|api\.whatsapp|[+(\d])/.test(text)) return undefined;
  const typed = text.replace(/^tel:\s*/, '');
  const digits = typed.replace(/\D/g, '');
  // Ten digits may be a number of another country, without its code.
  const { number } = !typed.includes('+') && /^0?\d{10}$/.test(digits) ? {} : readPhoneNumber(text);
  if (number !== undefined) return number.slice(1);
  if (!/^[+(\d][+\d\s()./-]*$/.test(typed) || digits.length < leastDigits) return undefined;
  return digits.replace(/^00/, '').replace(/^0(?=\d{10}$)/, '');
}
