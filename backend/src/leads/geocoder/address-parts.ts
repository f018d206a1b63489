import { foldText } from '#domain/kernel/texts/text-folding.js';

export type NominatimPlace = {
  readonly name?: string;
  readonly display_name?: string;
  readonly address?: Readonly<Record<string, string>>;
};

const MAX_DETAILED_PARTS = 5;
const MAX_FALLBACK_PARTS = 4;
/** Longest address in characters, the limit of a place. */
const MAX_LENGTH = 300;

/**
 * Address fields by distance, nearest first. Of one distance, the first field that is present
 * counts.
 */
const distances: readonly (readonly string[])[] = [
  ['house_number', 'house_name', 'building', 'amenity', 'shop', 'office'],
  ['road', 'pedestrian', 'footway', 'residential'],
  ['neighbourhood', 'suburb', 'quarter', 'hamlet', 'city_district'],
  ['city', 'town', 'village', 'municipality', 'county', 'state_district'],
  ['state', 'region'],
];

/**
 * Address in a line of at most five parts, or four if the server gives only its full text. Postal
 * codes and country are left out. Undefined if nothing is left.
 */
export function addressLine({
  address = {},
  name,
  display_name: whole = '',
}: NominatimPlace): string | undefined {
  const findKnown = (names: readonly string[]) =>
    names.map((part) => tidy(address[part])).find((part) => part !== '') ?? '';
  const [house, ...farther] = distances.map(findKnown);
  const detailed = unique([house || tidy(name), ...farther]).slice(0, MAX_DETAILED_PARTS);
  const country = tidy(address['country']);
  const fallback = unique(
    whole
      .split(',')
      .map(tidy)
      .filter((part) => part !== country),
  ).slice(0, MAX_FALLBACK_PARTS);
  const parts = detailed.length > 1 || fallback.length === 0 ? detailed : fallback;
  return parts.join(', ').slice(0, MAX_LENGTH).trim() || undefined;
}

/** Removes an Indian postal code and line breaks. */
const tidy = (part: unknown): string =>
  typeof part === 'string'
    ? part
        .replace(/(?<!\d)\d{6}(?!\d)/g, '')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : '';

/** Removes repeated names, e.g. a suburb named like its town. */
const unique = (parts: readonly string[]): readonly string[] =>
  parts.filter(
    (part, index) =>
      part !== '' && parts.findIndex((other) => foldText(other) === foldText(part)) === index,
  );
