import { translations as hindi } from './texts.hi-IN.js';

const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'hi-IN': hindi };

type TextValues = readonly (string | number)[];

/**
 * Texts that a server writes for a person, with the values for `{0}`, `{1}`. `npm run words` puts
 * them into the catalogue of translations. A text without a translation stays English.
 */
export const texts =
  <Key extends string>(english: Readonly<Record<Key, string>>) =>
  (language: string, key: Key, ...values: TextValues): string =>
    (translations[language]?.[english[key]] ?? english[key]).replaceAll(
      /\{(\d)\}/g,
      (_, index: string) => String(values[Number(index)]),
    );

/**
 * Translates enumerated values, whose English text is the value itself. Any other text was typed by
 * a person and is returned unchanged.
 */
export const valueTexts =
  (values: readonly string[]) =>
  (language: string, value: string): string =>
    values.includes(value) ? (translations[language]?.[value] ?? value) : value;
