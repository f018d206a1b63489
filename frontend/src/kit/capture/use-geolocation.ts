import { useRef, useState } from 'react';
import { roundedDegrees } from '#domain/kernel/values/coordinates.js';
import type { Place } from '#domain/kernel/schema.js';
import type { FoundAddress } from '#domain/leads/lead.views.js';
import { get } from '../../lib/server/api.js';

type LocationSearch =
  | { readonly state: 'idle' }
  | { readonly state: 'asking' }
  | { readonly state: 'found'; readonly place: Place; readonly accuracyMetres: number | undefined }
  | { readonly state: 'failed' };

/** No cached position: at 40 km/h a position of a minute ago is 670 m off. */
const positionOptions: PositionOptions = {
  enableHighAccuracy: true,
  timeout: 10_000,
  maximumAge: 0,
};

/** Lifetime of a found position for other screens: a rep drives on after a capture. */
const POSITION_LIFETIME_MS = 5 * 60_000;
/** Above this inaccuracy of a position, a distance to a lead means nothing. */
const MAX_RADIUS_METRES = 500;
let lastFound: { readonly place: Place; readonly foundAt: number } | undefined;

/** Recent position that this tab found for a capture; never asks the device. */
export const knownPosition = (): Place | undefined =>
  lastFound && Date.now() - lastFound.foundAt < POSITION_LIFETIME_MS ? lastFound.place : undefined;

/** Address of a place; empty on failure, because the place is valid without it. */
const fetchAddress = ({ lat, lng }: Place): Promise<FoundAddress> =>
  get('/api/geocode', { lat: String(lat), lng: String(lng) }).catch(() => ({}));

interface FormState {
  readonly accuracyMetres?: number | undefined;
  /** Generation of the form: a position that arrives in a later one is ignored. */
  readonly generation: number;
}

export interface DeviceLocation {
  readonly searchState: LocationSearch;
  readonly findLocation: () => void;
  readonly clearLocation: () => void;
}

/**
 * Location of this device.
 * @param onPlace called with the position, and again with its address if found
 */
export function useGeolocation(
  place: Place | undefined,
  onPlace: (place: Place | undefined, accuracyMetres?: number) => void,
  { accuracyMetres, generation }: FormState,
): DeviceLocation {
  const [search, setSearch] = useState<'idle' | 'asking' | 'failed'>('idle');
  const latest = useRef({ place, onPlace, generation });
  latest.current = { place, onPlace, generation };
  const isSearching = useRef(false);
  /**
   * Ends the search.
   * @returns false if it was cancelled before
   */
  const endSearch = (state: 'idle' | 'failed'): boolean => {
    const wasSearching = isSearching.current && latest.current.generation === generation;
    isSearching.current = false;
    setSearch(state);
    return wasSearching;
  };
  const showPlace = (found: Place, accuracy: number): void => {
    if (!endSearch('idle')) return;
    lastFound = accuracy <= MAX_RADIUS_METRES ? { place: found, foundAt: Date.now() } : undefined;
    latest.current.onPlace(found, accuracy);
    void fetchAddress(found).then(({ address }) => {
      const { place: current } = latest.current;
      if (address && current?.lat === found.lat && current.lng === found.lng)
        latest.current.onPlace({ ...found, address }, accuracy);
    });
  };
  return {
    searchState:
      search !== 'asking' && place ? { state: 'found', place, accuracyMetres } : { state: search },
    findLocation() {
      if (!('geolocation' in navigator)) return setSearch('failed');
      setSearch('asking');
      isSearching.current = true;
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) =>
          showPlace(
            { lat: roundedDegrees(latitude), lng: roundedDegrees(longitude) },
            Math.round(accuracy),
          ),
        () => endSearch('failed'),
        positionOptions,
      );
    },
    clearLocation() {
      isSearching.current = false;
      setSearch('idle');
      onPlace(undefined);
    },
  };
}
