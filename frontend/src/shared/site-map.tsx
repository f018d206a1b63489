import { t } from '@lingui/core/macro';
import { circleMarker, control, latLngBounds, map as drawMap, type Map as LeafletMap } from 'leaflet';
import { type ReactNode, useEffect, useRef } from 'react';
import 'leaflet/dist/leaflet.css';
import './site-map.css';

export interface Pin {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
}

/** As near as a single pin is shown, which is a street. */
const nearest = 15;

/** More names than these would cover each other: they show when a pin is touched. */
const mostNamed = 5;

/** A name as it was typed: a text would be read as markup. */
function textOf(name: string): HTMLElement {
  const text = document.createElement('span');
  text.textContent = name;
  return text;
}

/**
 * Pins by their places, to scale, with nothing asked of anybody: there are no tiles below them. It can be moved and zoomed
 * by hand and keyboard; what it shows stands in words beside it.
 */
export function SiteMap({ label, pins }: { label: string; pins: readonly Pin[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<LeafletMap>(undefined);

  useEffect(() => {
    if (!box.current) return undefined;
    const map = drawMap(box.current, { attributionControl: false, zoomControl: false, zoomSnap: 0.5 });
    control.zoom({ zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(map);
    control.scale({ imperial: false }).addTo(map);
    drawn.current = map;
    return () => {
      map.remove();
      drawn.current = undefined;
    };
  }, []);

  useEffect(() => {
    const map = drawn.current;
    if (!map) return undefined;
    const markers = pins.map(({ lat, lng, label: name }) =>
      circleMarker([lat, lng], { radius: 9, className: 'site-pin' })
        .bindTooltip(textOf(name), { permanent: pins.length <= mostNamed, direction: 'top', offset: [0, -8] })
        .addTo(map),
    );
    if (pins.length > 0) map.fitBounds(latLngBounds(pins.map(({ lat, lng }) => [lat, lng])).pad(0.2), { maxZoom: nearest, animate: false });
    else map.setView([20.6, 78.9], 4);
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [pins]);

  return <div ref={box} className="site-map" role="region" aria-label={label} />;
}
