import { readPhoneNumber } from '../values/phone-number.js';
import { foldText } from './text-folding.js';

const FIELD_SEPARATOR = '\n';

/**
 * Search text of a document. No term matches across fields, because folded text has no line breaks.
 */
export const searchText = (fields: readonly (string | undefined)[]) =>
  fields.map((field) => foldText(field ?? '')).join(FIELD_SEPARATOR);

const MAX_QUERY_LENGTH = 200;
const MAX_TERMS = 8;
const MIN_PHONE_DIGITS = 7;

/** Folded terms of a typed query, split at spaces. Undefined if no term has a letter or digit. */
export function searchTerms(typed: string): readonly string[] | undefined {
  const text = foldText(typed.slice(0, MAX_QUERY_LENGTH));
  const digits = phoneDigits(text);
  if (digits !== undefined) return [digits];
  const terms = text.split(' ').filter((term) => /[\p{L}\p{N}]/u.test(term));
  return terms.length > 0 ? [...new Set(terms)].slice(0, MAX_TERMS) : undefined;
}

/** Whether a typed query finds a document with these fields. A blank query finds all. */
export function isFoundBy(typed: string, fields: readonly (string | undefined)[]): boolean {
  if (typed.trim() === '') return true;
  const text = searchText(fields);
  return searchTerms(typed)?.every((term) => text.includes(term)) ?? false;
}

/** Label before a number, with its sign: `tel:`, `sms:`, `Mob.`. */
const label = /^[\p{L}\p{M}]+[.:]\s*(?=[+(\d])/u;

/** Beginning of a phone number, or of a link to a chat. */
const numberStart = /^(?:https?:|wa\.me\/|api\.whatsapp|[+(\d])/;
/** Only digits with the punctuation of phone numbers. */
const numberParts = /^[+(\d][+\d\s()./-]*$/;

/** Digits of a phone number or a part of one, as in E.164. Undefined for other text. */
function phoneDigits(text: string): string | undefined {
  const typed = text.replace(label, '');
  if (!numberStart.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  // Ten digits may be a foreign number without its country code.
  const lacksCountry = !typed.includes('+') && /^0?\d{10}$/.test(digits);
  const { number } = lacksCountry ? {} : readPhoneNumber(typed);
  if (number !== undefined) return number.slice(1);
  if (!numberParts.test(typed) || digits.length < MIN_PHONE_DIGITS) return undefined;
  return digits.replace(/^00/, '').replace(/^0(?=\d{10}$)/, '');
}
