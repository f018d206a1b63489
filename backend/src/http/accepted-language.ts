import { type Language, languages } from '#domain/accounts/account.values.js';

/**
 * Language that a browser prefers (RFC 9110, 12.5.4). The first wins among equal weights; English
 * if none is ours.
 */
export function acceptedLanguage(header = ''): Language {
  const [preferred] = header
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const language = languages.find((one) => one.split('-')[0] === range.split('-')[0]);
      const weight = Number(
        parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1,
      );
      return language && weight > 0 ? [{ language, weight }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight);
  return preferred?.language ?? languages[0];
}
