import { states } from '../quotations/states.values.js';

const stateNames: ReadonlySet<string> = new Set(Object.values(states));

interface Locality {
  readonly area?: string;
  readonly town?: string;
}

/**
 * Town of an address and the part of the town: its last two parts before the state. An address of
 * one part is a place without a known town.
 */
export function parseLocality(address: string | undefined): Locality {
  const parts = (address ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (stateNames.has(parts.at(-1) ?? '')) parts.pop();
  const [area, town] = parts.slice(-2);
  return area === undefined || town === undefined ? {} : { area, town };
}
