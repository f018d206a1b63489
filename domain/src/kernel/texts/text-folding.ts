/**
 * Apostrophes, accents used as apostrophes, and primes, as keyboards and word processors write
 * them.
 */
const apostrophes =
  /[\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u2018\u2019\u201a\u201b\u2032\u2035\ua78c\uff07\uff40]/g;
const quotationMarks = /[\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\uff02]/g;
const dashes = /[\p{Pd}\u2212\u2043]/gu;
/**
 * Invisible characters: joiners, soft hyphens, direction marks, variation selectors, fillers, the
 * empty Braille cell.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * Accents and umlauts; the nukta of Devanagari, Bengali, Gurmukhi, Gujarati, Odia and Kannada;
 * Arabic vowel signs and the tatweel.
 */
const optionalMarks =
  /[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0640\u064b-\u065f\u0670]/g;
const controls = /\p{Cc}+/gu;
const whiteSpace = /[\s\p{Cc}]+/gu;
/** NUL is not replaced, because the server refuses it. */
const breaksAndControls = /[\s\u0001-\u001f\u007f-\u009f]+/g;
/** Unicode keeps the ten digits of each script together, in their order. */
const digit = /\p{Nd}/u;

/**
 * Writes digits of every script as 0 to 9, and other compatibility forms in their plain one (NFKC).
 */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (character) => {
    const code = character.codePointAt(0)!;
    let first = code;
    while (digit.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });

/**
 * Key for searching and uniqueness, by the rules of `docs/decisions/text-folding.md`. Idempotent,
 * and independent of locales.
 */
export const foldText = (text: string): string =>
  withPlainDigits(
    text
      .replace(apostrophes, "'")
      .replace(quotationMarks, '"')
      .replace(controls, ' ')
      .replace(invisible, ''),
  )
    .normalize('NFKD')
    .replace(optionalMarks, '')
    // Capitals first: ß becomes ss, and the dotless ı becomes i.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .replaceAll('ς', 'σ')
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(whiteSpace, ' ')
    .trim();

/** At least one visible character. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * Code for comparison: without white space, dashes and invisible characters, in plain digits and
 * letters.
 */
export const plainCode = (typed: string): string =>
  withPlainDigits(typed).replace(invisible, '').replace(dashes, '').replace(whiteSpace, '');

/** Line breaks, control characters and runs of white space as one space. */
export const asOneLine = (text: string): string => text.replace(breaksAndControls, ' ').trim();

/** Unix line breaks; removes other control characters except tabs. */
export const asLines = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t\0]/gu, '')
    .trim();
