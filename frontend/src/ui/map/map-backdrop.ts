import {
  divIcon,
  type LatLngTuple,
  type Map as LeafletMap,
  layerGroup,
  marker,
  polygon,
  polyline,
} from 'leaflet';
import { i18n } from '../../words/i18n.js';
import coastline from './coastline.json';
import { cities } from './map-cities.js';
import { type Box, isWithin, overlaps } from './map-labels.js';
import { isSamePlace, type MapName } from './map-names.js';

/** Units of the coastline's coordinates in a degree. */
const COAST_UNITS = 200;
/** Zoom level from which the coastline, exact to some 500 m, would show a pier as sea. */
const COAST_MAX_ZOOM = 11.5;
/** Zoom level from which parts of towns are named. */
const AREA_MIN_ZOOM = 10.5;
/** Sea around all land that is drawn. */
const sea: LatLngTuple[] = [
  [-80, -180],
  [-80, 300],
  [80, 300],
  [80, -180],
];
/** Radius in which a mark covers the ground, in pixels. */
const MARK_RADIUS_PX = 28;
/** Least horizontal distance between two names, in pixels. */
const NAME_WIDTH_PX = 90;
const NAME_HEIGHT_PX = 24;
/** Least distance between two lines of the grid, in pixels. */
const GRID_DISTANCE_PX = 110;
/** Distances between lines of the grid, in degrees. */
const GRID_STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/**
 * Land by its coasts, from Natural Earth at 1:10 million (public domain), simplified to 600 m
 * around India and 12 km elsewhere. A ring lists the steps between its points, longitude first. No
 * boundary is drawn: none with a clear licence shows India's as the Survey of India does.
 */
const landRings = (): LatLngTuple[][] =>
  coastline.map((ring) => {
    let [x, y] = [0, 0];
    const points: LatLngTuple[] = [];
    for (let index = 0; index < ring.length; index += 2) {
      x += ring[index]!;
      y += ring[index + 1]!;
      points.push([y / COAST_UNITS, x / COAST_UNITS]);
    }
    return points;
  });

type DrawGround = (
  ofPins: readonly MapName[],
  marks: readonly LatLngTuple[],
  taken: readonly Box[],
) => void;

/**
 * Adds land, sea, a grid and names below the marks. The returned function redraws them after a move
 * or for other pins. A name is moved out from under its mark. Names that a mark, a label or the
 * edge would still cover are left out.
 */
export function drawBackdrop(map: LeafletMap): DrawGround {
  // names have a pane of their own, because Leaflet's z-index of markers, by latitude, may be
  // negative
  for (const [name, order] of [
    ['ground', '300'],
    ['names', '310'],
  ] as const) {
    const pane = map.createPane(name);
    pane.setAttribute('aria-hidden', 'true');
    pane.style.zIndex = order;
    pane.style.pointerEvents = 'none';
  }
  const still = { pane: 'ground', interactive: false };
  const ground = layerGroup([
    polygon(sea, { ...still, className: 'site-sea' }),
    ...landRings().map((ring) => polygon(ring, { ...still, className: 'site-land' })),
  ]);
  const drawn = layerGroup().addTo(map);
  return (ofPins, marks, taken) => {
    const edge = map.getContainer().getBoundingClientRect();
    if (map.getZoom() <= COAST_MAX_ZOOM) ground.addTo(map);
    else ground.remove();
    drawn.clearLayers();
    for (const line of gridOf(map))
      polyline(line, { ...still, className: 'site-grid' }).addTo(drawn);
    const points = marks.map((at) => map.latLngToContainerPoint(at));
    for (const { name, at, kind } of namesIn(map, ofPins)) {
      const point = map.latLngToContainerPoint(at);
      const isCovered = points.some((mark) => mark.distanceTo(point) < MARK_RADIUS_PX);
      const text = nameElement(name);
      const shown = marker(at, {
        pane: 'names',
        interactive: false,
        keyboard: false,
        icon: divIcon({
          className: `site-name is-${kind}${isCovered ? ' is-covered' : ''}`,
          html: text,
          iconSize: [0, 0],
        }),
      }).addTo(drawn);
      const box = text.getBoundingClientRect();
      if (!isWithin(box, edge) || taken.some((other) => overlaps(box, other))) shown.remove();
    }
  };
}

/** Built as an element, because Leaflet would parse a string as HTML. */
function nameElement(name: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
}

/** Names in sight that do not overlap. */
function namesIn(map: LeafletMap, ofPins: readonly MapName[]): readonly MapName[] {
  const bounds = map.getBounds();
  const isNear = map.getZoom() >= AREA_MIN_ZOOM;
  const known = cities.map(([name, ...at]): MapName => ({ name: i18n._(name), at, kind: 'town' }));
  // people write a pin's town in English or in their own language: compare with both names
  const isKnown = ({ kind, name, at }: MapName): boolean =>
    kind === 'town' &&
    cities.some(
      ([city, ...cityAt]) =>
        isSamePlace(at, cityAt) &&
        [city.message, i18n._(city)].some((each) => each?.toLowerCase() === name.toLowerCase()),
    );
  const others = ofPins.filter((each) => !isKnown(each));
  const shown: (MapName & { readonly x: number; readonly y: number })[] = [];
  return [...known, ...others].filter(({ name, at, kind }) => {
    if ((kind === 'area' && !isNear) || !bounds.contains(at)) return false;
    const { x, y } = map.latLngToContainerPoint(at);
    const isFree = shown.every(
      (other) =>
        !(other.name === name && isSamePlace(other.at, at)) &&
        (Math.abs(other.x - x) > NAME_WIDTH_PX || Math.abs(other.y - y) > NAME_HEIGHT_PX),
    );
    if (isFree) shown.push({ name, at, kind, x, y });
    return isFree;
  });
}

/** Lines of equal latitude and longitude in sight. */
function gridOf(map: LeafletMap): LatLngTuple[][] {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const [south, north] = [bounds.getSouth(), bounds.getNorth()];
  const degrees = ((east - west) / map.getSize().x) * GRID_DISTANCE_PX;
  const step = GRID_STEPS.findLast((each) => each >= degrees) ?? GRID_STEPS[0]!;
  const gridLines = (from: number, to: number): readonly number[] => {
    const first = Math.ceil(from / step);
    const count = Math.max(0, Math.floor(to / step) - first + 1);
    return Array.from({ length: count }, (_, index) => (first + index) * step);
  };
  return [
    ...gridLines(west, east).map((lng): LatLngTuple[] => [
      [south, lng],
      [north, lng],
    ]),
    ...gridLines(south, north).map((lat): LatLngTuple[] => [
      [lat, west],
      [lat, east],
    ]),
  ];
}
