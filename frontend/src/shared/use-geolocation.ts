import { useRef, useState } from 'react';
import type { Place } from '#domain/kernel/schema.js';
import type { FoundAddress } from '#domain/leads/lead.views.js';
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
const addressOf = ({ lat, lng }: Place): Promise<FoundAddress> => get('/api/geocode', { lat: String(lat), lng: String(lng) }).catch(() => ({}));

export interface DeviceLocation {
  readonly finding: Finding;
  readonly find: () => void;
  readonly forget: () => void;
}

/**
 * Where this device is, for a form that holds it.
 * @param onPlace first without what stands there, then perhaps with it
 */
export function useGeolocation(
  place: Place | undefined,
  onPlace: (place: Place | undefined, accuracyMetres?: number) => void,
  accuracyMetres?: number,
): DeviceLocation {
  const [asked, setAsked] = useState<'idle' | 'asking' | 'failed'>('idle');
  const latest = useRef({ place, onPlace });
  latest.current = { place, onPlace };
  const found = (at: Place, within: number): void => {
    setAsked('idle');
    latest.current.onPlace(at, within);
    void addressOf(at).then(({ address }) => {
      const { place: now } = latest.current;
      if (address && now?.lat === at.lat && now.lng === at.lng) latest.current.onPlace({ ...at, address }, within);
    });
  };
  return {
    finding: asked !== 'asking' && place ? { state: 'found', place, accuracyMetres } : { state: asked },
    find() {
      if (!('geolocation' in navigator)) return setAsked('failed');
      setAsked('asking');
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => found({ lat: rounded(latitude), lng: rounded(longitude) }, Math.round(accuracy)),
        () => setAsked('failed'),
        options,
      );
    },
    forget() {
      setAsked('idle');
      onPlace(undefined);
    },
  };
}
