import { plural, t } from '@lingui/core/macro';
import { circleMarker, control, divIcon, latLngBounds, layerGroup, map as drawMap, marker, type Layer, type Map as LeafletMap } from 'leaflet';
import { type ReactNode, useEffect, useRef } from 'react';
import Supercluster from 'supercluster';
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
/** As near as it can be zoomed by hand: what is one place then is one place. */
const closest = 18;
/** In pixels: what is not so far apart is one mark with its number, which a finger can touch. */
const apart = 48;

/** More names than these would cover each other: they show when a pin is touched. */
const mostNamed = 5;

/** Names as they were typed, a line each: a text would be read as markup. */
function textOf(names: readonly string[]): HTMLElement {
  const text = document.createElement('span');
  text.append(...names.flatMap((name, place) => (place === 0 ? [name] : [document.createElement('br'), name])));
  return text;
}

type Named = { readonly label: string };
type Index = Supercluster<Named>;
type Mark = ReturnType<Index['getClusters']>[number];

function indexOf(pins: readonly Pin[]): Index {
  const index: Index = new Supercluster({ radius: apart, extent: 256, maxZoom: closest });
  return index.load(
    pins.map(({ lat, lng, label }) => ({ type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties: { label } })),
  );
}

/** One pin; or several in one place, which come apart when they are pressed, as far as they do. */
function layerOf(mark: Mark, index: Index, map: LeafletMap, { isNamed, counted }: { isNamed: boolean; counted: (count: number) => string }): Layer {
  const [lng, lat] = mark.geometry.coordinates as [number, number];
  if (!('cluster' in mark.properties))
    return circleMarker([lat, lng], { radius: 9, className: 'site-pin' }).bindTooltip(textOf([mark.properties.label]), {
      permanent: isNamed,
      direction: 'top',
      offset: [0, -8],
    });
  const { cluster_id: id, point_count: count } = mark.properties;
  const names = index.getLeaves(id, mostNamed).map(({ properties }) => properties.label);
  const others = count - names.length;
  const said = others > 0 ? [...names, plural(others, { one: 'and # more', other: 'and # more' })] : names;
  const html = document.createElement('span');
  html.textContent = String(count);
  const several = marker([lat, lng], { icon: divIcon({ className: 'site-cluster num', html, iconSize: [44, 44] }) });
  several.bindTooltip(textOf(said), { direction: 'top', offset: [0, -20] });
  several.on('add', () => several.getElement()?.setAttribute('aria-label', counted(count)));
  const comeApart = (): void => {
    const zoom = index.getClusterExpansionZoom(id);
    if (zoom > closest) return;
    // the mark that was pressed goes
    map.getContainer().focus({ preventScroll: true });
    map.setView([lat, lng], zoom);
  };
  several.on('click', comeApart);
  // a marker is said to be a button, and is pressed like one
  several.on('keypress', ({ originalEvent }) => [' ', 'Enter'].includes(originalEvent.key) && comeApart());
  return several;
}

interface SiteMapProps {
  label: string;
  pins: readonly Pin[];
  /** What so many in one place are called. */
  counted: (count: number) => string;
}

/**
 * Pins by their places, to scale, with nothing asked of anybody: there are no tiles below them. Many in one place are one mark with
 * their number. It can be moved and zoomed by hand and keyboard; what it shows stands in words beside it.
 */
export function SiteMap({ label, pins, counted }: SiteMapProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<LeafletMap>(undefined);
  // what comes later does not move what somebody looks at
  const isFitted = useRef(false);
  const words = useRef(counted);
  words.current = counted;

  useEffect(() => {
    if (!box.current) return undefined;
    const map = drawMap(box.current, { attributionControl: false, zoomControl: false, zoomSnap: 0.5, maxZoom: closest });
    control.zoom({ zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(map);
    control.scale({ imperial: false }).addTo(map);
    drawn.current = map;
    return () => {
      map.remove();
      drawn.current = undefined;
      isFitted.current = false;
    };
  }, []);

  useEffect(() => {
    const map = drawn.current;
    if (!map) return undefined;
    const [index, layers] = [indexOf(pins), layerGroup().addTo(map)];
    const draw = (): void => {
      const bounds = map.getBounds().pad(0.2);
      const marks = index.getClusters([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()], map.getZoom());
      const isNamed = marks.length <= mostNamed;
      layers.clearLayers();
      for (const mark of marks) layers.addLayer(layerOf(mark, index, map, { isNamed, counted: words.current }));
    };
    map.on('moveend', draw);
    if (isFitted.current) draw();
    else if (pins.length > 0) map.fitBounds(latLngBounds(pins.map(({ lat, lng }) => [lat, lng])).pad(0.2), { maxZoom: nearest, animate: false });
    else map.setView([20.6, 78.9], 4);
    isFitted.current ||= pins.length > 0;
    return () => {
      map.off('moveend', draw);
      layers.remove();
    };
  }, [pins]);

  return <div ref={box} className="site-map" role="region" aria-label={label} />;
}
