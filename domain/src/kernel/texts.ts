import { translations as hindi } from './texts.hi-IN.js';

const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'hi-IN': hindi };

type Given = readonly (string | number)[];

/**
 * What a server writes by itself for a person to read, with `{0}`, `{1}` for what is given. `npm run words` finds each call and puts its
 * texts into the catalogue; what is not translated is said in English.
 */
export const texts =
  <Key extends string>(english: Readonly<Record<Key, string>>) =>
  (language: string, key: Key, ...given: Given): string =>
    (translations[language]?.[english[key]] ?? english[key]).replaceAll(/\{(\d)\}/g, (_, place: string) => String(given[Number(place)]));
