import { useState } from 'react';
import type { Place } from '#domain/kernel/schema.js';
import type { FoundAddress } from '#domain/kernel/views.js';
import { get } from '../lib/api.js';

type Finding =
  | { readonly state: 'idle' }
  | { readonly state: 'asking' }
  | { readonly state: 'found'; readonly place: Place; readonly accuracyMetres: number | undefined }
  | { readonly state: 'failed' };

/** Where this device is: exactly, within 10 s, or as it was up to a minute ago. */
const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/** Eleven centimetres; what is more is noise. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** What stands there, if the server knows it and can be asked now: the place counts without it. */
const addressOf = ({ lat, lng }: Place): Promise<FoundAddress> => get<FoundAddress>('/api/geocode', { lat, lng }).catch(() => ({}));

const known = (place: Place | undefined, accuracyMetres?: number): Finding => (place ? { state: 'found', place, accuracyMetres } : { state: 'idle' });

export function useLocation(
  initial?: Place,
  /** How exact that is. */
  accuracyMetres?: number,
): {
  readonly finding: Finding;
  readonly find: () => void;
  readonly forget: () => void;
  /** This place instead of what was found, or none. */
  readonly become: (place: Place | undefined) => void;
} {
  const [finding, setFinding] = useState<Finding>(known(initial, accuracyMetres));
  return {
    finding,
    find() {
      if (!('geolocation' in navigator)) return setFinding({ state: 'failed' });
      setFinding({ state: 'asking' });
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => {
          const place = { lat: rounded(latitude), lng: rounded(longitude) };
          setFinding({ state: 'found', place, accuracyMetres: Math.round(accuracy) });
          void addressOf(place).then(({ address }) =>
            setFinding((now) => (address && now.state === 'found' && now.place === place ? { ...now, place: { ...place, address } } : now)),
          );
        },
        () => setFinding({ state: 'failed' }),
        options,
      );
    },
    forget: () => setFinding({ state: 'idle' }),
    become: (place) => setFinding(known(place)),
  };
}
