import { ParseError, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min';
import { z } from 'zod';
import { refuse } from '../refusal.js';
import { withPlainDigits } from '../texts/text-folding.js';

const wrongNumberMessage = 'Please enter a valid phone number';
const extensionMessage = 'Enter the number without an extension';
const severalNumbersMessage = 'Enter one number only';
const wrongLengthMessage = (count: number): string =>
  `Enter a 10-digit number; this one has ${count}`;

/** Longest text that is read as a number; a link to a chat is the longest form. */
const MAX_TYPED_LENGTH = 120;
const chatLink =
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)\/?(?:[?&].*)?$/i;
/** Label before the number: `tel:`, `Mob.`, `WhatsApp:`. */
const label = /^[\p{L}\p{M}][\p{L}\p{M}\s]*[.:]*\s*(?=[+(\d])/u;
const extension =
  /(?:\d|\))\s*[,;.]?\s*(?:;?\s*ext(?:n|ension)?|e?xt|int|x|#)\s*[.:=]?\s*#?\d*$|;ext=|(?:\d|\))\s*[,;pw]{1,2}\d{1,7}#?$/iu;
/** Separator between two numbers. A plus sign begins the second one. */
const separator = /[/\\,;|&\n]\D*\d|\d\s*(?:or|and|या|और)\s*\+?\d|\d[^+]*\+/iu;
const punctuation = /[\s().\-[\]~_·•]/g;

export type ReadNumber =
  | { readonly number: string; readonly problem?: undefined }
  | { readonly problem: string; readonly number?: undefined };

/**
 * Reads a typed number as E.164 (`+919820041004`), or returns the problem. Numbers without a
 * country code are Indian.
 */
export function readPhoneNumber(typed: string): ReadNumber {
  const text = withPlainDigits(typed.trim())
    .replace(/[\p{Cf}\u2800]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s,;.]+$/, '')
    .trim();
  const chatNumber = chatLink.exec(text)?.[1];
  const numberText = chatNumber === undefined ? text.replace(label, '') : `+${chatNumber}`;
  if (extension.test(numberText)) return { problem: extensionMessage };
  if (separator.test(numberText)) return { problem: severalNumbersMessage };
  const digits = numberText.replace(punctuation, '');
  if (!/^\+?\d+$/.test(digits)) return { problem: wrongNumberMessage };
  const parsed = tryParseNumber(digits);
  const isIndian = parsed ? parsed.countryCallingCode === '91' : !digits.startsWith('+');
  // The library's smallest metadata accept Indian service numbers of 8 to 13 digits; numbers of
  // people have 10.
  const isServiceNumber = isIndian && parsed?.nationalNumber.length !== 10;
  if (parsed?.isValid() && !isServiceNumber) return { number: parsed.number };
  const { length } = digits.replace(/^(?:\+|00)91|^0(?=\d{10}$)/, '');
  return { problem: isIndian && length !== 10 ? wrongLengthMessage(length) : wrongNumberMessage };
}

/** Undefined if no number has so many digits, or no country has the code. */
function tryParseNumber(digits: string): PhoneNumber | undefined {
  try {
    // `091 98200 41004` has the country code behind the national prefix.
    return parsePhoneNumberWithError(
      digits.replace(/^0(?=91\d{10}$)/, '+'),
      { defaultCountry: 'IN', extract: false },
      metadata,
    );
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Stored form of earlier builds, which accepted every number in E.164. */
const storedForm = /^\+[1-9]\d{6,14}$/;
const acceptStored = (text: string): string | undefined =>
  storedForm.test(text) ? text : undefined;
const normalizeStored = (text: string): string | undefined =>
  acceptStored(
    withPlainDigits(text)
      .replace(punctuation, '')
      .replace(/^(?:0|91)?(\d{10})$/, '+91$1'),
  );

/** @param readStored accepts an invalid number that is already stored */
const phoneNumberSchema = (missing: string, readStored?: (typed: string) => string | undefined) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(MAX_TYPED_LENGTH, { error: wrongNumberMessage, abort: true })
    .transform((typed, context) => {
      const { number = readStored?.(typed), problem } = readPhoneNumber(typed);
      if (number !== undefined) return number;
      context.issues.push({ code: 'custom', message: problem ?? wrongNumberMessage, input: typed });
      return z.NEVER;
    });

/**
 * Phone number in E.164 for accounts, leads, invitations and shares.
 * @param missing message for a missing or empty number
 */
export const phoneNumber = (missing: string) => phoneNumberSchema(missing);
export const phone = phoneNumber('Phone number is required');
/**
 * Phone number of an edit. An invalid stored number may be repeated; `checkNewNumber` refuses it as
 * a change.
 */
export const editedPhone = phoneNumberSchema('Phone number is required', acceptStored);
/** Phone number for signing in, which may be an invalid one from an earlier build. */
export const signInPhoneNumber = (missing: string) => phoneNumberSchema(missing, normalizeStored);

/** @throws Refusal at `field` if the number is invalid */
export function checkNewNumber(number: string | null | undefined, field: string): void {
  if (number && readPhoneNumber(number).number === undefined) refuse('phone-not-valid', field);
}
