import { withPlainDigits } from '../texts/text-folding.js';

const decimalPointMessage = 'Write decimals with a point, such as 1.50';
const digitsMessage = 'Enter the amount in digits, such as 1,23,456.50';
/** Default message for more than two decimals. */
export const twoDecimalsMessage = 'An amount can have two decimals';

export type ReadAmount =
  | { readonly hundredths: number; readonly problem?: undefined }
  /** Undefined problem: the field's own message applies. */
  | { readonly problem: string | undefined; readonly hundredths?: undefined };

/** Currency signs and words before an amount. */
const unitBefore = /^(?:₹|r[se][.:]*|inr:?|र[ुू][.:]*|रुपये|रुपए)\s*/iu;
/** Currency signs and words, percent signs, and endings such as `/-` and `only`. */
const unitAfter =
  /\s*(?:\/\s*[-=]{1,2}|₹|rs\.?|inr|rupees?|only|र[ुू]\.?|रुपये|रुपए|मात्र|%|per\s?cent|प्रतिशत)$/iu;
const magnitude = /\d\s*(?:[kl]|cr|lac|thousand|million|हज|लाख|करोड)/iu;

/** Longest text that is read as an amount. */
const MAX_TYPED_LENGTH = 60;
/** Most digits of an amount before its decimals. Numbers hold such amounts exactly. */
const MAX_DIGITS = 13;

function withoutUnits(typed: string): string {
  const stripped = typed.replace(unitBefore, '').replace(unitAfter, '');
  return stripped === typed ? typed : withoutUnits(stripped.trim());
}

/**
 * Reads an amount or percentage in hundredths: `500/-`, `Rs. 1,23,456.50`, `५००`. Refuses a comma
 * that may be a decimal comma.
 */
export function readAmount(typed: string): ReadAmount {
  if (typed.length > MAX_TYPED_LENGTH) return { problem: undefined };
  const text = withPlainDigits(typed.trim())
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\u066b/g, '.')
    .replace(/[\u066c،]/g, ',');
  const amount = withoutUnits(text.trim())
    .replace(/\s*,\s*/g, ',')
    .replace(/(\d)\s+(?=\d)/g, '$1,');
  if (/^[\d.,]*,\d{1,2}$/.test(amount)) return { problem: decimalPointMessage };
  if (/^[\d,]*\.\d{3,}$/.test(amount)) return { problem: twoDecimalsMessage };
  const [, whole = '', decimals = ''] =
    /^(\d*|\d{1,12}(?:,\d+)+)(?:\.(\d{0,2}))?$/.exec(amount) ?? [];
  const digits = whole.replaceAll(',', '');
  if (digits.length > MAX_DIGITS || digits + decimals === '')
    return {
      problem: magnitude.test(amount) || /[,.].*[,.]/.test(amount) ? digitsMessage : undefined,
    };
  return { hundredths: Number(digits) * 100 + Number(decimals.padEnd(2, '0')) };
}
