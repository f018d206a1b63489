import type { Place } from '#domain/kernel/schema.js';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { useListQuery } from '../lists/list-query.js';
import { knownLeads } from './known-leads.js';

interface RecentCities {
  /** Cities of the newest leads first. */
  readonly cities: readonly string[];
  /** Whether cities may still arrive. */
  readonly isPending: boolean;
}

/** Cities of the newest leads, from the server or from this device. */
export function useRecentCities(enabled: boolean): RecentCities {
  const { items, isFetching } = useListQuery('/api/leads', {}, { enabled });
  const storedLeads = enabled ? knownLeads() : [];
  const leads = items.length > 0 ? items : storedLeads;
  const newestFirst = leads.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const cities = [...new Set(newestFirst.map(({ city }) => city).filter(Boolean))];
  return { cities, isPending: isFetching && cities.length === 0 };
}

/** City among these that a place's address or name contains between commas. */
export function cityOfPlace(
  { address, name }: Place,
  cities: readonly string[],
): string | undefined {
  const parts = [address, name].flatMap((text) => text?.split(',') ?? []);
  const foldedParts = new Set(parts.map((part) => foldText(part.trim())));
  return cities.find((city) => foldedParts.has(foldText(city)));
}
