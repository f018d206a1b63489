import { msg } from '@lingui/core/macro';
import { divIcon, type Map as LeafletMap, layerGroup, marker, polyline } from 'leaflet';
import { i18n, type Names } from '../../words/i18n.js';

type Place = readonly [lat: number, lng: number];

/** Names of cities by which a map without tiles is read. Capitals and centres come first. */
const names = {
  delhi: msg`Delhi`,
  mumbai: msg`Mumbai`,
  kolkata: msg`Kolkata`,
  chennai: msg`Chennai`,
  bengaluru: msg`Bengaluru`,
  hyderabad: msg`Hyderabad`,
  ahmedabad: msg`Ahmedabad`,
  nagpur: msg`Nagpur`,
  guwahati: msg`Guwahati`,
  bhopal: msg`Bhopal`,
  pune: msg`Pune`,
  jaipur: msg`Jaipur`,
  lucknow: msg`Lucknow`,
  patna: msg`Patna`,
  bhubaneswar: msg`Bhubaneswar`,
  raipur: msg`Raipur`,
  kochi: msg`Kochi`,
  chandigarh: msg`Chandigarh`,
  visakhapatnam: msg`Visakhapatnam`,
  surat: msg`Surat`,
  indore: msg`Indore`,
  coimbatore: msg`Coimbatore`,
  nashik: msg`Nashik`,
  kolhapur: msg`Kolhapur`,
  solapur: msg`Solapur`,
  satara: msg`Satara`,
  sangli: msg`Sangli`,
  latur: msg`Latur`,
} satisfies Names<string>;

const places: Readonly<Record<keyof typeof names, Place>> = {
  delhi: [28.61, 77.21],
  mumbai: [19.08, 72.88],
  kolkata: [22.57, 88.36],
  chennai: [13.08, 80.27],
  bengaluru: [12.97, 77.59],
  hyderabad: [17.39, 78.49],
  ahmedabad: [23.02, 72.57],
  nagpur: [21.15, 79.09],
  guwahati: [26.14, 91.74],
  bhopal: [23.26, 77.41],
  pune: [18.52, 73.86],
  jaipur: [26.91, 75.79],
  lucknow: [26.85, 80.95],
  patna: [25.59, 85.14],
  bhubaneswar: [20.3, 85.82],
  raipur: [21.25, 81.63],
  kochi: [9.93, 76.27],
  chandigarh: [30.73, 76.78],
  visakhapatnam: [17.69, 83.22],
  surat: [21.17, 72.83],
  indore: [22.72, 75.86],
  coimbatore: [11.02, 76.96],
  nashik: [20.0, 73.79],
  kolhapur: [16.7, 74.24],
  solapur: [17.66, 75.91],
  satara: [17.68, 74.0],
  sangli: [16.85, 74.58],
  latur: [18.4, 76.56],
};

/** Least distance between two names, in pixels. The name that comes first in the list stays. */
const NAME_DISTANCE_PX = 90;
/** Least distance between two lines of the grid, in pixels. */
const GRID_DISTANCE_PX = 90;
/** Distances between lines of the grid, in degrees. */
const GRID_STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/**
 * Draws a grid and names of cities below the marks, anew after each move. No boundary is drawn: no
 * outline with a clear licence shows India's as the Survey of India does.
 */
export function drawBackdrop(map: LeafletMap): void {
  const pane = map.createPane('backdrop');
  pane.setAttribute('aria-hidden', 'true');
  pane.style.zIndex = '300';
  pane.style.pointerEvents = 'none';
  const drawn = layerGroup().addTo(map);
  map.on('moveend', () => {
    drawn.clearLayers();
    for (const line of gridOf(map))
      polyline([...line] as [number, number][], {
        pane: 'backdrop',
        className: 'site-grid',
        interactive: false,
      }).addTo(drawn);
    for (const { name, at } of namesIn(map))
      marker([...at], {
        pane: 'backdrop',
        interactive: false,
        keyboard: false,
        icon: divIcon({ className: 'site-city', html: nameElement(name), iconSize: [0, 0] }),
      }).addTo(drawn);
  });
}

/** Built as an element, because Leaflet would parse a string as HTML. */
function nameElement(name: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
}

/** Cities in sight whose names do not overlap. */
function namesIn(map: LeafletMap): readonly { readonly name: string; readonly at: Place }[] {
  const bounds = map.getBounds();
  const shown: { readonly x: number; readonly y: number }[] = [];
  return (Object.keys(places) as (keyof typeof names)[]).flatMap((city) => {
    const at = places[city];
    if (!bounds.contains([...at])) return [];
    const point = map.latLngToContainerPoint([...at]);
    const isFree = shown.every(
      ({ x, y }) => Math.abs(x - point.x) > NAME_DISTANCE_PX || Math.abs(y - point.y) > 24,
    );
    if (!isFree) return [];
    shown.push(point);
    return [{ name: i18n._(names[city]), at }];
  });
}

/** Lines of equal latitude and longitude in sight. */
function gridOf(map: LeafletMap): readonly (readonly Place[])[] {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const [south, north] = [bounds.getSouth(), bounds.getNorth()];
  const degrees = ((east - west) / map.getSize().x) * GRID_DISTANCE_PX;
  const step = GRID_STEPS.findLast((each) => each >= degrees) ?? GRID_STEPS[0]!;
  const between = (from: number, to: number): readonly number[] => {
    const first = Math.ceil(from / step);
    const count = Math.max(0, Math.floor(to / step) - first + 1);
    return Array.from({ length: count }, (_, place) => (first + place) * step);
  };
  return [
    ...between(west, east).map((lng): readonly Place[] => [
      [south, lng],
      [north, lng],
    ]),
    ...between(south, north).map((lat): readonly Place[] => [
      [lat, west],
      [lat, east],
    ]),
  ];
}
