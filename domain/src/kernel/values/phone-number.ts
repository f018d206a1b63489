import { ParseError, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min';
import { z } from 'zod';
import { refuse } from '../refusal.js';
import { withPlainDigits } from '../texts/text-folding.js';

const wrongNumber = 'Please enter a valid phone number';
const hasExtension = 'Enter the number without an extension';
const severalNumbers = 'Enter one number only';
const wrongLength = (count: number): string => `Enter a 10-digit number; this one has ${count}`;

/** Longest text that is read as a number; a link to a chat is the longest form. */
const MAX_TYPED = 120;
const chatLink =
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)\/?(?:[?&].*)?$/i;
/** A word before the number: `tel:`, `Mob.`, `WhatsApp:`. */
const label = /^[\p{L}\p{M}][\p{L}\p{M}\s]*[.:]*\s*(?=[+(\d])/u;
const extension =
  /(?:\d|\))\s*[,;.]?\s*(?:;?\s*ext(?:n|ension)?|e?xt|int|x|#)\s*[.:=]?\s*#?\d*$|;ext=|(?:\d|\))\s*[,;pw]{1,2}\d{1,7}#?$/iu;
/** Between two numbers. A plus sign begins the second one. */
const separator = /[/\\,;|&\n]\D*\d|\d\s*(?:or|and|या|और)\s*\+?\d|\d[^+]*\+/iu;
const punctuation = /[\s().\-[\]~_·•]/g;

export type ReadNumber =
  | { readonly number: string; readonly problem?: undefined }
  | { readonly problem: string; readonly number?: undefined };

/**
 * Number meant by what was typed, in E.164 (`+919820041004`), or the problem with it in words.
 * Numbers without a country code are Indian ones.
 */
export function readPhoneNumber(typed: string): ReadNumber {
  const text = withPlainDigits(typed.trim())
    .replace(/[\p{Cf}\u2800]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s,;.]+$/, '')
    .trim();
  const chat = chatLink.exec(text)?.[1];
  const written = chat === undefined ? text.replace(label, '') : `+${chat}`;
  if (extension.test(written)) return { problem: hasExtension };
  if (separator.test(written)) return { problem: severalNumbers };
  const digits = written.replace(punctuation, '');
  if (!/^\+?\d+$/.test(digits)) return { problem: wrongNumber };
  const parsed = parsedNumber(digits);
  // The library's smallest tables take Indian service numbers of 8 to 13 digits; here each has 10.
  if (
    parsed?.isValid() &&
    (parsed.countryCallingCode !== '91' || parsed.nationalNumber.length === 10)
  )
    return { number: parsed.number };
  const isIndian = parsed ? parsed.countryCallingCode === '91' : !digits.startsWith('+');
  const { length } = digits.replace(/^(?:\+|00)91|^0(?=\d{10}$)/, '');
  return { problem: isIndian && length !== 10 ? wrongLength(length) : wrongNumber };
}

/** Undefined where no number has so many digits, or no country that code. */
function parsedNumber(digits: string): PhoneNumber | undefined {
  try {
    // `091 98200 41004`: the country's code behind the prefix of a national call.
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

/** Stored by earlier builds, which took every number in E.164, valid or not. */
const storedForm = /^\+[1-9]\d{6,14}$/;
const asStored = (text: string): string | undefined => (storedForm.test(text) ? text : undefined);
const typedAsStored = (text: string): string | undefined =>
  asStored(
    withPlainDigits(text)
      .replace(punctuation, '')
      .replace(/^(?:0|91)?(\d{10})$/, '+91$1'),
  );

/** @param stored number that is taken although it is not valid */
const numberReadAs = (missing: string, stored?: (typed: string) => string | undefined) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(MAX_TYPED, { error: wrongNumber, abort: true })
    .transform((typed, context) => {
      const { number = stored?.(typed), problem } = readPhoneNumber(typed);
      if (number !== undefined) return number;
      context.issues.push({ code: 'custom', message: problem ?? wrongNumber, input: typed });
      return z.NEVER;
    });

/**
 * E.164, one reading for accounts, leads, invitations and shares.
 * @param missing what is said where it was left out or left empty
 */
export const phoneNumber = (missing: string) => numberReadAs(missing);
export const phone = phoneNumber('Phone number is required');
/**
 * For edits: a stored number that is not valid may be sent along; `checkNewNumber` refuses it as a
 * change.
 */
export const editedPhone = numberReadAs('Phone number is required', asStored);
/** For signing in: an account of an earlier build may have a number that is not valid. */
export const accountNumber = (missing: string) => numberReadAs(missing, typedAsStored);

/** @throws Refusal at `field` where that is no valid number */
export function checkNewNumber(number: string | null | undefined, field: string): void {
  if (number && readPhoneNumber(number).number === undefined) refuse('phone-not-valid', field);
}
