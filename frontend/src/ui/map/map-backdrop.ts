import {
  circle,
  divIcon,
  latLngBounds,
  type LatLngBounds,
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
import nearMap from './near-places.json';

/** Units of the coastline's coordinates in a degree. */
const COAST_UNITS = 200;
/** Zoom level from which the coastline, exact to some 500 m, would show a pier as sea. */
const COAST_MAX_ZOOM = 11.5;
/** Zoom level from which parts of towns are named. */
const AREA_MIN_ZOOM = 9.5;
/** Roads fade out between these zoom levels; names of states and seas go at the second. */
const FAR_ZOOMS = { full: 7.5, none: 9 };
/** Zoom level from which built-up areas and the roads through them are drawn. */
const NEAR_MIN_ZOOM = 8.5;
/** Zoom level from which roads and rivers have their full width. */
const CITY_MIN_ZOOM = 10.5;
/** Radius of the built-up area around a place, in metres; those of a city run together. */
const BUILT_UP_METRES = 2_400;
/** Points of a drawn curve between two of its known points. */
const CURVE_STEPS = 10;
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
/** Half the width of a town's dot, in pixels. */
const DOT_RADIUS_PX = 3;
/** Distance between names, in pixels. */
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

/**
 * Parts of the larger cities and towns around them with their Hindi names, and the main roads and
 * rivers through them. Exact to a kilometre: near enough to find one's way, not to drive by. The
 * coordinates were written by hand for this map; no other map's data are in them.
 */
const nearPlaces = Object.entries(nearMap.places).map(([english, [hindi, lat, lng]]) => ({
  english,
  hindi: hindi as string,
  at: [lat, lng] as LatLngTuple,
}));
const pointsOf = (line: readonly number[]): readonly LatLngTuple[] =>
  Array.from({ length: line.length / 2 }, (_, index) => [line[2 * index]!, line[2 * index + 1]!]);
const nearRoads = nearMap.roads.map(pointsOf);
const rivers = nearMap.rivers.map(pointsOf);

/** Curve through all points of a road or river (Catmull-Rom spline). */
function curveThrough(points: readonly LatLngTuple[]): LatLngTuple[] {
  /** Point of that number; the first and the last also stand for those beyond the ends. */
  const pointAt = (index: number): LatLngTuple =>
    points[Math.max(0, Math.min(points.length - 1, index))]!;
  const interpolate = (axis: 0 | 1, index: number, share: number): number => {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => pointAt(index + step)[axis]) as [
      number,
      number,
      number,
      number,
    ];
    return (
      from +
      (share / 2) *
        (to -
          before +
          share *
            (2 * before - 5 * from + 4 * to - after + share * (3 * (from - to) + after - before)))
    );
  };
  return [
    ...points.slice(0, -1).flatMap((_, index) =>
      Array.from({ length: CURVE_STEPS }, (__, step): LatLngTuple => {
        const share = step / CURVE_STEPS;
        return [interpolate(0, index, share), interpolate(1, index, share)];
      }),
    ),
    pointAt(points.length - 1),
  ];
}

/** Whether a part of a line is in sight. Each part is tested, because a box of all is too large. */
const isLineInSight = (points: readonly LatLngTuple[], bounds: LatLngBounds): boolean =>
  points.some(
    (point, index) => index > 0 && bounds.intersects(latLngBounds(points[index - 1]!, point)),
  );

const farRoads = roads.map((road) =>
  road.map((city): LatLngTuple => [cities[city][1], cities[city][2]]),
);

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
 * Adds land, sea, roads and names below the marks; a near view also has built-up areas, and a grid
 * if it has no roads. The returned function redraws them after a move or for other pins. A name
 * stands beside its mark or dot; a name without a free place is left out.
 */
export function drawBackdrop(map: LeafletMap): DrawGround {
  // names have a pane of their own, because Leaflet's z-index of markers, by latitude, may be
  // negative
  for (const [name, order] of [
    ['ground', '300'],
    ['built-up', '303'],
    ['near', '305'],
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
  const nearOptions = { pane: 'near', interactive: false };
  const curves = nearRoads.map(curveThrough);
  const centres = [...knownTowns(), ...nearPlaces];
  const nearGround = layerGroup([
    ...centres.map(({ at }) =>
      circle(at, {
        pane: 'built-up',
        interactive: false,
        className: 'site-town',
        radius: BUILT_UP_METRES,
      }),
    ),
    ...rivers.map((points) =>
      polyline(curveThrough(points), { ...nearOptions, className: 'site-river' }),
    ),
    // all edges lie below all roads, so that no road is cut where two cross
    ...['site-road-edge', 'site-road-near'].flatMap((className) =>
      curves.map((points) => polyline(points, { ...nearOptions, className })),
    ),
  ]);
  const layers = layerGroup().addTo(map);
  return (pinNames, marks, takenBoxes) => {
    const zoom = map.getZoom();
    if (zoom >= NEAR_MIN_ZOOM) nearGround.addTo(map);
    else nearGround.remove();
    map.getContainer().classList.toggle('is-wide', zoom < CITY_MIN_ZOOM);
    if (zoom <= COAST_MAX_ZOOM) ground.addTo(map);
    else ground.remove();
    layers.clearLayers();
    const opacity = Math.min(1, (FAR_ZOOMS.none - zoom) / (FAR_ZOOMS.none - FAR_ZOOMS.full));
    const isFar = opacity > 0;
    const bounds = map.getBounds();
    if (isFar)
      for (const points of farRoads)
        polyline(points, {
          ...staticOptions,
          className: 'site-road',
          opacity: opacity * ROAD_OPACITY,
        }).addTo(layers);
    const shownRoads = [...(isFar ? farRoads : []), ...(zoom >= NEAR_MIN_ZOOM ? curves : [])];
    const hasRoads = shownRoads.some((points) => isLineInSight(points, bounds));
    if (!isFar && !hasRoads) drawGrid(map, layers, staticOptions);
    const names = [
      ...namesOfTowns(pinNames).filter((each) => isShownAtZoom(each, zoom)),
      ...namesOfAreas(pinNames).filter((each) => isShownAtZoom(each, zoom)),
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

const isShownAtZoom = ({ kind }: GroundName, zoom: number): boolean =>
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

/** Mark that stands at a spot, the nearest one if there are several. */
function markAt(spot: Box, marks: readonly Box[]): Box | undefined {
  const distanceTo = (mark: Box): number =>
    Math.hypot((mark.left + mark.right) / 2 - spot.left, (mark.top + mark.bottom) / 2 - spot.top);
  const reach = padded(spot, MARK_REACH_PX);
  return marks
    .filter((mark) => overlaps(mark, reach))
    .toSorted((one, other) => distanceTo(one) - distanceTo(other))[0];
}

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
      const canHaveMark = each.kind === 'town' || each.kind === 'area';
      return { ...each, spot, mark: canHaveMark ? markAt(spot, marks) : undefined };
    });
  const placedBoxes: Box[] = [...takenBoxes];
  const namedMarks = new Set<Box>();
  for (const { name, at, kind, spot, mark } of [
    ...inSight.filter(({ mark }) => mark),
    ...inSight.filter(({ mark }) => !mark),
  ]) {
    // each mark gets the name of one place
    if (mark && namedMarks.has(mark)) continue;
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
    const isDotFree = mark || kind !== 'town' || !placedBoxes.some((other) => overlaps(other, dot));
    const box =
      isDotFree &&
      findFreeBox(
        dot,
        text.getBoundingClientRect(),
        mark ? MARK_SIDES : SIDES[kind],
        edge,
        placedBoxes,
      );
    if (!box) {
      layer.remove();
      continue;
    }
    text.style.left = `${box.left - spot.left}px`;
    text.style.top = `${box.top - spot.top}px`;
    placedBoxes.push(padded(box, NAME_DISTANCE_PX));
    if (mark) namedMarks.add(mark);
    else if (kind === 'town') placedBoxes.push(dot);
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

/** Known parts of cities that no pin names. */
function namesOfAreas(pinNames: readonly MapName[]): readonly GroundName[] {
  const isHindi = i18n.locale === 'hi-IN';
  return nearPlaces
    .filter(
      ({ english, hindi, at }) =>
        !pinNames.some(
          (each) =>
            isSamePlace(each.at, at) &&
            (each.name.toLowerCase() === english.toLowerCase() || each.name === hindi),
        ),
    )
    .map(({ english, hindi, at }) => ({ name: isHindi ? hindi : english, at, kind: 'area' }));
}

const farNames = (): readonly GroundName[] => [
  ...states.map(([name, ...at]): GroundName => ({ name: i18n._(name), at, kind: 'state' })),
  ...seas.map(([name, ...at]): GroundName => ({ name: i18n._(name), at, kind: 'sea' })),
];
