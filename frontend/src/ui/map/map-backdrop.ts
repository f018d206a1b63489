import {
  divIcon,
  latLngBounds,
  type LatLngTuple,
  type LayerGroup,
  type Map as LeafletMap,
  layerGroup,
  marker,
  polygon,
  polyline,
  type PolylineOptions,
} from 'leaflet';
import { i18n } from '../../words/i18n.js';
import coastline from './coastline.json';
import { type Box, findFreeBox, overlaps, padded, type Side } from './map-labels.js';
import { isSamePlace, type MapName } from './map-names.js';
import { cities, roads, seas, states } from './map-places.js';

/** Units of the coastline's coordinates in a degree. */
const COAST_UNITS = 200;
/** Zoom level from which the coastline, exact to some 500 m, would show a pier as sea. */
const COAST_MAX_ZOOM = 11.5;
/** Zoom level from which parts of towns are named. */
const AREA_MIN_ZOOM = 9.5;
/** Roads fade out between these zoom levels; names of states and seas go at the second. */
const FAR_ZOOMS = { full: 7.5, none: 9 };
/** Opacity of roads from afar, where they only orient. */
const ROAD_OPACITY = 0.5;
/** Sea around all land that is drawn. */
const sea: LatLngTuple[] = [
  [-80, -180],
  [-80, 300],
  [80, 300],
  [80, -180],
];
/** Least width of a square of the grid in pixels, and its widths in metres. */
const MIN_SQUARE_PX = 56;
const SQUARES_METRES = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const METRES_IN_DEGREE = 111_195;
/** Distance within which the name of a place stands at a mark instead of a dot, in pixels. */
const MARK_REACH_PX = 14;
/** Half the width of a town's dot, and the distance between names, in pixels. */
const DOT_RADIUS_PX = 3;
const NAME_DISTANCE_PX = 6;

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

/** Signs of the ground that are in sight. */
interface Ground {
  readonly hasRoads: boolean;
}

type DrawGround = (
  pinNames: readonly MapName[],
  marks: readonly Box[],
  takenBoxes: readonly Box[],
) => Ground;

/**
 * Adds land, sea and names below the marks, with roads from afar and a grid from near. The returned
 * function redraws them after a move or for other pins. A name stands beside its mark or dot; a
 * name without a free place is left out.
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
  const staticOptions = { pane: 'ground', interactive: false };
  const ground = layerGroup([
    polygon(sea, { ...staticOptions, className: 'site-sea' }),
    ...landRings().map((ring) => polygon(ring, { ...staticOptions, className: 'site-land' })),
  ]);
  const layers = layerGroup().addTo(map);
  return (pinNames, marks, takenBoxes) => {
    const zoom = map.getZoom();
    if (zoom <= COAST_MAX_ZOOM) ground.addTo(map);
    else ground.remove();
    layers.clearLayers();
    const opacity = Math.min(1, (FAR_ZOOMS.none - zoom) / (FAR_ZOOMS.none - FAR_ZOOMS.full));
    const isFar = opacity > 0;
    const bounds = map.getBounds();
    let hasRoads = false;
    if (isFar)
      for (const road of roads) {
        const points = road.map((city): LatLngTuple => [cities[city][1], cities[city][2]]);
        polyline(points, {
          ...staticOptions,
          className: 'site-road',
          opacity: opacity * ROAD_OPACITY,
        }).addTo(layers);
        hasRoads ||= points.some(
          (point, index) => index > 0 && bounds.intersects(latLngBounds(points[index - 1]!, point)),
        );
      }
    if (!isFar) drawGrid(map, layers, staticOptions);
    const names = [
      ...namesOfTowns(pinNames).filter((each) => isShown(each, zoom)),
      ...(isFar ? farNames() : []),
    ];
    placeNames(map, layers, names, marks, takenBoxes);
    return { hasRoads };
  };
}

/** Adds a grid of round distances, which shows how far places are apart. */
function drawGrid(map: LeafletMap, layers: LayerGroup, options: PolylineOptions): void {
  const bounds = map.getBounds();
  // one width for a degree of latitude, so that the grid keeps its place while the map is dragged
  const latitude = (Math.round(bounds.getCenter().lat) * Math.PI) / 180;
  const metresInSight = bounds.getSouthWest().distanceTo(bounds.getSouthEast());
  const leastMetres = (metresInSight / map.getSize().x) * MIN_SQUARE_PX;
  const metres = SQUARES_METRES.find((each) => each >= leastMetres);
  if (metres === undefined) return;
  const step = {
    lat: metres / METRES_IN_DEGREE,
    lng: metres / (METRES_IN_DEGREE * Math.cos(latitude)),
  };
  const [north, south] = [bounds.getNorth(), bounds.getSouth()];
  const [east, west] = [bounds.getEast(), bounds.getWest()];
  const lineStyle = { ...options, className: 'site-grid' };
  for (let lat = Math.ceil(south / step.lat) * step.lat; lat <= north; lat += step.lat)
    polyline(
      [
        [lat, west],
        [lat, east],
      ],
      lineStyle,
    ).addTo(layers);
  for (let lng = Math.ceil(west / step.lng) * step.lng; lng <= east; lng += step.lng)
    polyline(
      [
        [south, lng],
        [north, lng],
      ],
      lineStyle,
    ).addTo(layers);
}

type Kind = MapName['kind'] | 'state' | 'sea';
type GroundName = Pick<MapName, 'name' | 'at'> & { readonly kind: Kind };

const isShown = ({ kind }: GroundName, zoom: number): boolean =>
  kind !== 'area' || zoom >= AREA_MIN_ZOOM;

/** Sides of its point at which each kind of name is tried. */
const SIDES: Readonly<Record<Kind, readonly Side[]>> = {
  town: ['below', 'right', 'above', 'left'],
  area: ['over', 'below', 'above', 'right', 'left'],
  state: ['over'],
  sea: ['over'],
};
/** Sides of a mark at which the name of its place is tried. */
const MARK_SIDES: readonly Side[] = ['below', 'above', 'right', 'left'];

/** Adds the names in sight that find a free place: those of marks first, then by importance. */
function placeNames(
  map: LeafletMap,
  layers: LayerGroup,
  names: readonly GroundName[],
  marks: readonly Box[],
  takenBoxes: readonly Box[],
): void {
  const { left, top } = map.getContainer().getBoundingClientRect();
  const { x: width, y: height } = map.getSize();
  const edge: Box = { left, top, right: left + width, bottom: top + height };
  const bounds = map.getBounds();
  const inSight = names
    .filter(({ at }) => bounds.contains(at))
    .map((each) => {
      const { x, y } = map.latLngToContainerPoint(each.at);
      const point = { left: edge.left + x, top: edge.top + y };
      const spot = { ...point, right: point.left, bottom: point.top };
      const hasMark = each.kind === 'town' || each.kind === 'area';
      const markReach = padded(spot, MARK_REACH_PX);
      return { ...each, spot, mark: hasMark && marks.find((mark) => overlaps(mark, markReach)) };
    });
  const placed: Box[] = [...takenBoxes];
  const named = new Set<Box>();
  for (const { name, at, kind, spot, mark } of [
    ...inSight.filter(({ mark }) => mark),
    ...inSight.filter(({ mark }) => !mark),
  ]) {
    // each mark gets the name of one place
    if (mark && named.has(mark)) continue;
    const text = nameElement(name);
    const layer = marker(at, {
      pane: 'names',
      interactive: false,
      keyboard: false,
      icon: divIcon({
        className: `site-name is-${kind}${mark ? ' is-of-mark' : ''}`,
        html: text,
        iconSize: [0, 0],
      }),
    }).addTo(layers);
    const dot = mark || padded(spot, kind === 'town' ? DOT_RADIUS_PX : 0);
    const isDotFree = mark || kind !== 'town' || !placed.some((other) => overlaps(other, dot));
    const box =
      isDotFree &&
      findFreeBox(dot, text.getBoundingClientRect(), mark ? MARK_SIDES : SIDES[kind], edge, placed);
    if (!box) {
      layer.remove();
      continue;
    }
    text.style.left = `${box.left - spot.left}px`;
    text.style.top = `${box.top - spot.top}px`;
    placed.push(padded(box, NAME_DISTANCE_PX));
    if (mark) named.add(mark);
    else if (kind === 'town') placed.push(dot);
  }
}

/** Built as an element, because Leaflet would parse a string as HTML. */
function nameElement(name: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
}

const knownTowns = (): readonly GroundName[] =>
  Object.values(cities).map(([name, ...at]) => ({ name: i18n._(name), at, kind: 'town' }));

/** Known cities and the places of the pins, each once. */
function namesOfTowns(pinNames: readonly MapName[]): readonly GroundName[] {
  // people write a pin's town in English or in their own language: compare with both names
  const isKnown = ({ kind, name, at }: MapName): boolean =>
    kind === 'town' &&
    Object.values(cities).some(
      ([city, ...cityAt]) =>
        isSamePlace(at, cityAt) &&
        [city.message, i18n._(city)].some((each) => each?.toLowerCase() === name.toLowerCase()),
    );
  return [...knownTowns(), ...pinNames.filter((each) => !isKnown(each))];
}

const farNames = (): readonly GroundName[] => [
  ...states.map(([name, ...at]): GroundName => ({ name: i18n._(name), at, kind: 'state' })),
  ...seas.map(([name, ...at]): GroundName => ({ name: i18n._(name), at, kind: 'sea' })),
];
