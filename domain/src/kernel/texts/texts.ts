import { translations as hindi } from './texts.hi-IN.js';

const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'hi-IN': hindi };

type Given = readonly (string | number)[];

/**
 * Texts that a server writes for a person, with the values for `{0}`, `{1}`. `npm run words` puts
 * them into the catalogue of translations. A text without a translation stays English.
 */
export const texts =
  <Key extends string>(english: Readonly<Record<Key, string>>) =>
  (language: string, key: Key, ...given: Given): string =>
    (translations[language]?.[english[key]] ?? english[key]).replaceAll(
      /\{(\d)\}/g,
      (_, index: string) => String(given[Number(index)]),
    );
