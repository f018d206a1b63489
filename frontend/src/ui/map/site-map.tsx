import { plural, t } from '@lingui/core/macro';
import {
  control,
  divIcon,
  type LatLngBounds,
  latLngBounds,
  type LatLngTuple,
  map as drawMap,
  marker,
  type Map as LeafletMap,
  type Marker,
} from 'leaflet';
import { Minus, MoveUp, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import Supercluster from 'supercluster';
import { classes } from '../classes.js';
import { IconButton } from '../buttons/button.js';
import { useToday } from '../display/figures.js';
import { drawBackdrop } from './map-backdrop.js';
import { drawFarStops, splitByReach } from './map-far-stops.js';
import { type Box, findFreeBox } from './map-labels.js';
import { drawRoute } from './map-route.js';
import type { MapName } from './map-names.js';
import { dayHeading, distanceText, grouped, listFormat } from '../display/format.js';
import { Icon } from '../display/icon.js';
import { Popover } from '../overlays/popover.js';
import { Row } from '../layout/surface.js';
import { intlLocale } from '../../words/i18n.js';
import 'leaflet/dist/leaflet.css';
import './site-map.css';

export interface Pin {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  /** Address of the label's link. Pins with the same address belong together. */
  readonly to: string;
  readonly day: string;
  /** Number of a stop on the day's route. */
  readonly stop?: number;
  /** Number of the pin's row in a list beside the map, unless it is a stop. */
  readonly rowNumber?: number;
  /** Time of a stop, before its label. */
  readonly time?: string;
  /** Town of a stop, which names it while it is out of sight. */
  readonly town?: string | undefined;
}

/** Closest zoom level of the first view: a town with its surroundings. */
const MAX_FIRST_ZOOM = 12.5;
/** Closest zoom level of the first view of a day's route, which fills the map. */
const MAX_ROUTE_ZOOM = 13;
/** Margin of the first view for the buttons and a label above a mark. */
const FIRST_VIEW_MARGIN_PX: [x: number, y: number] = [56, 32];
/** Margins of a narrow map, whose buttons cover no mark and whose foot lies below a sheet. */
const NARROW_MARGINS_PX = {
  paddingTopLeft: [80, 40] as [number, number],
  paddingBottomRight: [40, 56] as [number, number],
};
/** Margins of the first view of a route, for the texts beside its stops. */
const ROUTE_MARGINS_PX: Readonly<
  Record<'paddingTopLeft' | 'paddingBottomRight', [number, number]>
> = {
  paddingTopLeft: [80, 56],
  paddingBottomRight: [80, 48],
};
/** Highest zoom level. Pins that still overlap there count as one place. */
const MAX_ZOOM = 18;
/** Lowest zoom level: a subcontinent. Farther out, the drawn land would end. */
const MIN_ZOOM = 4;
/** Point and zoom level of a map without pins. */
const INDIA_CENTRE: LatLngTuple = [20.6, 78.9];
const INDIA_ZOOM = 4;
/** Smallest and largest diameter of a mark of several pins. */
const [MIN_DOT_PX, MAX_DOT_PX] = [36, 72];
/** Pins closer than this, in pixels, become one mark that a finger can hit. */
const MARK_DISTANCE_PX = 48;
/** Stops closer than this become one mark. Closer stops than other pins stay apart. */
const STOP_DISTANCE_PX = 30;

/** Most names that always show. More would overlap, so they show on touch. */
const MAX_NAMED = 5;
/** Most stops that always have their texts. */
const MAX_NAMED_STOPS = 12;
/** Most numbers, and ranges of numbers, in a mark. */
const MAX_MARK_NUMBERS = 4;
/** Height of a mark with numbers. */
const NUMBERS_HEIGHT_PX = 28;
/** Padding at both ends of the numbers together. */
const NUMBERS_PADDING_PX = 16;
/** Greatest width of a character of the numbers. */
const CHARACTER_WIDTH_PX = 7;
/** Diameter of a mark of one pin without a number. */
const SINGLE_DOT_PX = 20;
/** Free space between two marks. */
const MARK_GAP_PX = 2;
/** Width of a map from which its stops have their times and names, in pixels. */
const MIN_NAMES_WIDTH_PX = 480;
/** Number of pins in one place above which their list is searchable. */
const MAX_LISTED = 50;

/** Margin on each side of the pins or of the shown area, as a part of its size. */
const BOUNDS_MARGIN = 0.2;
/** Width and height of a mark that a finger can hit. */
const MARK_SIZE_PX = 44;

type NumberedPin = { readonly pin: Pin; readonly number: number };
type Index = Supercluster<NumberedPin>;

/** Group of pins in one place at the current zoom. */
interface Mark {
  /** Id of its last pin, so that the mark keeps its identity when pins are added or it splits. */
  readonly key: string;
  readonly at: [lat: number, lng: number];
  readonly pins: readonly Pin[];
  /** Zoom level at which the mark splits; undefined if never. */
  readonly opensAt: number | undefined;
}
interface ShownMark {
  readonly layer: Marker;
  readonly element: HTMLElement;
  mark: Mark;
}
interface MapState {
  readonly map: LeafletMap;
  readonly drawGround: ReturnType<typeof drawBackdrop>;
  readonly redrawRoute: ReturnType<typeof drawRoute>;
  readonly shown: Map<string, ShownMark>;
  /** Lines between the stops that are drawn now. */
  legs: ReturnType<ReturnType<typeof drawRoute>>['legs'];
  /** Whether the view was fitted to the pins, which happens once. */
  isFitted: boolean;
}

function clusterPins(pins: readonly Pin[], radius: number): Index {
  const index: Index = new Supercluster({
    radius,
    extent: 256,
    maxZoom: MAX_ZOOM,
  });
  return index.load(
    pins.map((pin, number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [pin.lng, pin.lat] },
      properties: { pin, number },
    })),
  );
}

/**
 * Diameter of a mark of several pins, in pixels. Its area grows with its share of all pins, so that
 * a mark keeps its size while the map moves.
 */
const dotSize = (share: number): number =>
  Math.round(Math.sqrt(MIN_DOT_PX ** 2 + (MAX_DOT_PX ** 2 - MIN_DOT_PX ** 2) * share));

/** Width and height of a mark's dot, in pixels. A dot wider than high ends in half circles. */
function dotExtent(
  pins: readonly Pin[],
  pinCount: number,
): readonly [width: number, height: number] {
  if (numbersOf(pins).length > 0) {
    const width = NUMBERS_PADDING_PX + CHARACTER_WIDTH_PX * dotText(pins).length;
    return [Math.max(NUMBERS_HEIGHT_PX, width), NUMBERS_HEIGHT_PX];
  }
  const size = pins.length > 1 ? dotSize(pins.length / pinCount) : SINGLE_DOT_PX;
  return [size, size];
}

/** Mark with the width and height of its dot. */
interface MeasuredMark {
  readonly mark: Mark;
  readonly extent: ReturnType<typeof dotExtent>;
}

/** Whether the dots of two marks touch at the current zoom. */
function touches(map: LeafletMap, one: MeasuredMark, other: MeasuredMark): boolean {
  const [from, to] = [one, other].map(({ mark }) => map.latLngToLayerPoint(mark.at));
  const extents = [one.extent, other.extent];
  const straight = extents.reduce((sum, [width, height]) => sum + (width - height) / 2, 0);
  const radii = extents.reduce((sum, [, height]) => sum + height / 2, MARK_GAP_PX);
  return Math.hypot(Math.max(0, Math.abs(from!.x - to!.x) - straight), from!.y - to!.y) < radii;
}

/** Mark of the pins of both, between them. */
function joinMarks(map: LeafletMap, one: Mark, other: Mark, order: ReadonlyMap<Pin, number>): Mark {
  const pins = [...one.pins, ...other.pins].toSorted(
    (pin, next) => order.get(pin)! - order.get(next)!,
  );
  const share = other.pins.length / pins.length;
  const between = (from: number, to: number): number => from + (to - from) * share;
  const zoom = map.getZoom();
  return {
    key: pins.at(-1)!.id,
    at: [between(one.at[0], other.at[0]), between(one.at[1], other.at[1])],
    pins,
    opensAt: zoom < MAX_ZOOM ? Math.min(MAX_ZOOM, zoom + 1) : undefined,
  };
}

/**
 * Marks whose dots do not touch: those that would hide each other become one.
 * @param order of all pins
 */
function separateMarks(
  map: LeafletMap,
  marks: readonly Mark[],
  order: ReadonlyMap<Pin, number>,
): readonly Mark[] {
  const measure = (mark: Mark): MeasuredMark => ({
    mark,
    extent: dotExtent(mark.pins, order.size),
  });
  const separate: MeasuredMark[] = [];
  for (const mark of marks) {
    let current = measure(mark);
    const touching = (): number => separate.findIndex((other) => touches(map, other, current));
    for (let index = touching(); index >= 0; index = touching()) {
      const [hidden] = separate.splice(index, 1);
      current = measure(joinMarks(map, hidden!.mark, current.mark, order));
    }
    separate.push(current);
  }
  return separate.map(({ mark }) => mark);
}

function marksIn(map: LeafletMap, index: Index): readonly Mark[] {
  const bounds = map.getBounds().pad(BOUNDS_MARGIN);
  const clusters = index.getClusters(
    [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    map.getZoom(),
  );
  return clusters.map(({ geometry, properties }) => {
    const [lng, lat] = geometry.coordinates as [number, number];
    const isSeveral = 'cluster' in properties;
    const numberedPins = isSeveral
      ? index.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties)
      : [properties];
    const pins = numberedPins
      .toSorted((one, other) => one.number - other.number)
      .map(({ pin }) => pin);
    const zoom = isSeveral ? index.getClusterExpansionZoom(properties.cluster_id) : Infinity;
    return {
      key: pins.at(-1)!.id,
      at: [lat, lng],
      pins,
      opensAt: zoom > MAX_ZOOM ? undefined : zoom,
    };
  });
}

/** Pins grouped by link: the newest pin of each group, and the number of pins. */
function groupByLink(
  pins: readonly Pin[],
): readonly { readonly pin: Pin; readonly count: number }[] {
  const groups = new Map<string, { pin: Pin; count: number }>();
  for (const pin of pins) {
    const group = groups.get(pin.to);
    groups.set(pin.to, { pin: group?.pin ?? pin, count: (group?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

const othersText = (others: number): string =>
  plural(others, { one: 'and # more', other: 'and # more' });

const boundsOf = (pins: readonly Pin[]) =>
  latLngBounds(pins.map(({ lat, lng }): [number, number] => [lat, lng]));

/** Text of stops out of sight: `1 Satara, 256 km`. */
function farText(pins: readonly Pin[], metres: number): string {
  const { town, label } = pins[0]!;
  const place = `${dotText(pins)} ${town ?? label}`;
  return t`${place}, ${distanceText(metres)}`;
}

/** Lines of a mark's label. */
function linesOf(pins: readonly Pin[]): readonly string[] {
  if (pins.length <= MAX_NAMED && pins.every(({ time }) => time !== undefined))
    return pins.toReversed().map(({ label, time }) => `${time} ${label}`);
  const groups = groupByLink(pins);
  const lines = groups
    .slice(0, MAX_NAMED)
    .map(({ pin: { label }, count }) =>
      count > 1 && groups.length > 1 ? t`${label} (${grouped(count)})` : label,
    );
  return groups.length > MAX_NAMED ? [...lines, othersText(groups.length - MAX_NAMED)] : lines;
}

/** Lines beside the stops of a mark: their times, with names where there is room. */
function stopLines(
  pins: readonly Pin[],
  last: MarkLook['last'],
  isWide: boolean,
): readonly string[] {
  return pins.toReversed().map(({ id, label, time }) => {
    const text = isWide ? [time, label].filter(Boolean).join(' ') : (time ?? label);
    return last?.id === id ? `${last.text} · ${text}` : text;
  });
}

/** Numbers of pins in their order. */
const numbersOf = (pins: readonly Pin[]): readonly number[] =>
  pins
    .flatMap(({ stop, rowNumber }) => stop ?? rowNumber ?? [])
    .toSorted((one, other) => one - other);

/** Numbers without a gap between them, such as `[3, 4, 5]`. */
function runsOf(numbers: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

/** Text in a mark: numbers of its pins, such as `2`, `1 · 3` or `3–6`, else their count. */
function dotText(pins: readonly Pin[]): string {
  const numbers = numbersOf(pins);
  if (numbers.length === 0) return pins.length > 1 ? grouped(pins.length) : '';
  const parts = runsOf(numbers).flatMap((run) =>
    run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.map(String),
  );
  return parts.length <= MAX_MARK_NUMBERS ? parts.join(' · ') : `${numbers[0]} … ${numbers.at(-1)}`;
}

/** Builds elements, because Leaflet would parse a string as HTML. */
function createSpan(className: string, ...inside: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.append(...inside);
  return element;
}

/** `grid!` overrides Leaflet's styles, which are in no CSS layer. */
const markClass = 'site-mark group grid! place-content-center place-items-center rounded-full';
const dotClass = classes(
  'site-dot grid size-5 place-items-center rounded-full border-2 border-surface bg-accent text-(length:--text-label) font-strong text-on-accent',
  'whitespace-nowrap tabular-nums group-[.is-numbered]:h-7 group-[.is-numbered]:min-w-7 group-[.is-several]:w-max group-[.is-several]:px-2 group-[.is-several:not(.is-numbered)]:h-(--site-dot) group-[.is-several:not(.is-numbered)]:min-w-(--site-dot) group-[.is-several:not(.is-numbered)]:px-1',
  'group-[.is-hovered]:ring-3 group-[.is-hovered]:ring-accent-line',
);
/** Classes of labels. Presses pass through those that always show. */
const namesClass = classes(
  'site-names absolute bottom-[calc(50%+0.875rem)] left-1/2 hidden max-w-56 -translate-x-1/2 rounded-badge bg-surface px-2 py-1 whitespace-nowrap',
  'text-(length:--text-meta) leading-[1.4] text-ink shadow-card group-[.is-several]:bottom-[calc(50%+var(--site-dot)/2+0.25rem)]',
  // the names of a whole place would cover its neighbours while its row is hovered
  'group-[:is(.is-named,.is-hovered:not(.is-several),:hover,:focus-visible)]:block group-[.is-named]:pointer-events-none',
);

interface MarkHandlers {
  readonly onPress: (shown: ShownMark) => void;
  readonly onHover: SiteMapProps['onHover'];
}

function addMark(
  { map, shown }: MapState,
  mark: Mark,
  { onPress, onHover }: MarkHandlers,
): ShownMark {
  const layer = marker(mark.at, {
    icon: divIcon({
      className: markClass,
      html: createSpan('contents', createSpan(dotClass), createSpan(namesClass)),
      iconSize: [MARK_SIZE_PX, MARK_SIZE_PX],
    }),
  }).addTo(map);
  const shownMark: ShownMark = { layer, element: layer.getElement()!, mark };
  layer.on('click', () => onPress(shownMark));
  for (const event of ['mouseenter', 'focus'])
    shownMark.element.addEventListener(event, () =>
      onHover?.(shownMark.mark.pins.map(({ id }) => id)),
    );
  for (const event of ['mouseleave', 'blur'])
    shownMark.element.addEventListener(event, () => onHover?.([]));
  // has the role of a button, so Space and Enter press it without scrolling
  shownMark.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) onPress(shownMark);
  });
  shown.set(mark.key, shownMark);
  return shownMark;
}

/** Data that decides how marks are drawn. */
interface MarkLook {
  readonly isNamed: boolean;
  /** Whether names of stops fit beside their times. */
  readonly isWide: boolean;
  readonly counted: SiteMapProps['counted'];
  /** Number of all pins. */
  readonly pinCount: number;
  /** Pin at which somebody was last, and its text. */
  readonly last: { readonly id: string; readonly text: string } | undefined;
}

function updateMarkElement(
  { layer, element, mark: { at, pins, opensAt } }: ShownMark,
  { isNamed, isWide, counted, pinCount, last }: MarkLook,
): void {
  const [lines, isSeveral] = [linesOf(pins), pins.length > 1];
  const isStop = pins.some(({ stop }) => stop !== undefined);
  const isNumbered = numbersOf(pins).length > 0;
  layer.setLatLng(at);
  element.classList.toggle('is-several', isSeveral);
  element.classList.toggle('is-stop', isStop);
  element.classList.toggle('is-numbered', isNumbered);
  element.classList.toggle('is-named', isNamed && (isStop || !isSeveral));
  element.style.setProperty('--site-dot', `${dotSize(isNumbered ? 0 : pins.length / pinCount)}px`);
  element.querySelector('.site-dot')!.textContent = dotText(pins);
  element
    .querySelector('.site-names')!
    .replaceChildren(
      ...(isStop ? stopLines(pins, last, isWide) : lines).map((line) =>
        createSpan('block truncate min-w-0', line),
      ),
    );
  const lastText = last && pins.some(({ id }) => id === last.id) ? last.text : '';
  const formatter = listFormat(intlLocale(), { type: 'unit' });
  const names = formatter.format(lines);
  const label = isSeveral ? t`${counted(pins.length)}: ${names}` : names;
  element.setAttribute('aria-label', lastText ? formatter.format([label, lastText]) : label);
  if (opensAt === undefined) element.setAttribute('aria-haspopup', 'dialog');
  else element.removeAttribute('aria-haspopup');
}

/** Sides of a mark at which its label is tried, in this order. */
const NAME_SIDES = ['above', 'below', 'right', 'left'] as const;
const STOP_SIDES = [
  'right',
  'left',
  'below',
  'above',
  'above-right',
  'above-left',
  'below-right',
  'below-left',
] as const;

/** Part of a mark's element. */
const partOfMark = ({ element }: ShownMark, part: 'dot' | 'names'): HTMLElement =>
  element.querySelector(`.site-${part}`)!;

const boxOf = (element: Element): Box => element.getBoundingClientRect();

const dotsOf = (marks: readonly ShownMark[]): readonly Box[] =>
  marks.map((shownMark) => boxOf(partOfMark(shownMark, 'dot')));

/**
 * Places the labels that always show, so that they lie over no other label, mark or control, and
 * over the route only if there is no other place. The newest stop's label never lies over it.
 * Labels without a free place show on touch only.
 * @param lines boxes along the route's lines
 * @returns boxes of controls, marks, labels and lines
 */
function placeLabels(
  marks: readonly ShownMark[],
  map: HTMLElement,
  lines: readonly Box[],
  lastId: string | undefined,
): readonly Box[] {
  const isLast = ({ mark }: ShownMark): boolean => mark.pins.some(({ id }) => id === lastId);
  const edge = boxOf(map);
  // also controls that lie on the map from outside
  const area = map.closest('.site-area') ?? map.parentElement!;
  const controls = area.querySelectorAll('.site-control, .leaflet-control');
  const placedBoxes: Box[] = [...[...controls].map(boxOf), ...dotsOf(marks)];
  /** Moves a label to a free place; returns false if there is none. */
  const placeLabel = (shownMark: ShownMark, label: HTMLElement): boolean => {
    const [dot, size] = [boxOf(partOfMark(shownMark, 'dot')), label.getBoundingClientRect()];
    const sides = shownMark.element.classList.contains('is-stop') ? STOP_SIDES : NAME_SIDES;
    const box = isLast(shownMark)
      ? findFreeBox(dot, size, sides, edge, [...placedBoxes, ...lines])
      : findFreeBox(dot, size, sides, edge, placedBoxes, lines);
    if (!box) return false;
    const mark = boxOf(shownMark.element);
    Object.assign(label.style, {
      inset: 'auto',
      top: `${box.top - mark.top}px`,
      left: `${box.left - mark.left}px`,
      translate: 'none',
    });
    placedBoxes.push(box);
    return true;
  };
  // the newest stop first, because its label may not lie over the route
  for (const shownMark of [...marks.filter(isLast), ...marks.filter((each) => !isLast(each))]) {
    const label = partOfMark(shownMark, 'names');
    label.removeAttribute('style');
    if (shownMark.element.classList.contains('is-named'))
      shownMark.element.classList.toggle('is-named', placeLabel(shownMark, label));
  }
  return [...placedBoxes, ...lines];
}

interface SiteMapProps {
  label: string;
  /** Pins, newest first. */
  pins: readonly Pin[];
  /** Text for the number of pins in one place. */
  counted: (count: number) => string;
  /** Shows a day's route: connects the pins in order of time and marks the newest. */
  isRoute?: boolean;
  /** Names of places around the pins. */
  names?: readonly MapName[];
  /** Ids of pins whose list row is hovered or focused. */
  hoveredIds?: readonly string[];
  /**
   * Receives the ids of the pins under the pointer or with the focus; an empty list when it leaves.
   */
  onHover?: (ids: readonly string[]) => void;
  /** Receives the ids of the pins in sight, after each move of the map. */
  onView?: (ids: readonly string[]) => void;
  className?: string;
}

const NO_NAMES: readonly MapName[] = [];
const NONE: readonly string[] = [];

/** Marks the hovered pins, and the legs that lead to them. */
const markHovered = ({ map, shown, legs }: MapState, ids: readonly string[]): void => {
  for (const { element, mark } of shown.values())
    element.classList.toggle(
      'is-hovered',
      mark.pins.some(({ id }) => ids.includes(id)),
    );
  const leadingLegs = legs.filter(({ ends: [, to] }) => ids.includes(to));
  map.getContainer().classList.toggle('has-hovered-leg', leadingLegs.length > 0);
  for (const leg of legs)
    for (const element of leg.elements)
      element.classList.toggle('is-hovered', leadingLegs.includes(leg));
};

/** Signs that are on the map now. */
interface Signs {
  /** Whether the marks have the numbers of rows in a list. */
  readonly hasNumbers: boolean;
  readonly hasSingle: boolean;
  readonly hasSeveral: boolean;
  readonly hasLegs: boolean;
  readonly hasRoads: boolean;
}

/** Whether a line between two stops may cross the shown area. */
const isRouteVisible = (stops: readonly Pin[], shownArea: LatLngBounds): boolean =>
  stops.some(({ lat, lng }, index) => {
    const next = stops[index + 1];
    return next && shownArea.intersects(latLngBounds([lat, lng], [next.lat, next.lng]));
  });

/**
 * Map of pins without tiles, so that nothing is requested from other servers. Marks of several pins
 * split when pressed, or list their pins. Usable by keyboard; the page has the same content as
 * text.
 */
export function SiteMap({
  label,
  pins,
  counted,
  isRoute = false,
  names = NO_NAMES,
  hoveredIds = NONE,
  onHover,
  onView,
  className,
}: SiteMapProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const mapState = useRef<MapState>(undefined);
  const anchor = useRef<HTMLElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const [openedPlace, setOpenedPlace] = useState<{
    readonly key: string;
    readonly pins: readonly Pin[];
  }>();
  const [isOpen, setIsOpen] = useState(false);
  const [signs, setSigns] = useState<Signs>();
  const hoveredIdsRef = useRef(hoveredIds);
  const today = useToday();
  const language = intlLocale();

  useEffect(() => {
    if (!box.current) return undefined;
    const map = drawMap(box.current, {
      attributionControl: false,
      zoomControl: false,
      zoomSnap: 0.25,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
    });
    control.scale({ imperial: false }).addTo(map);
    const drawGround = drawBackdrop(map);
    const redrawRoute = drawRoute(map);
    // closes the list of a mark, which would not move with the map
    map.on('movestart', () => setIsOpen(false));
    mapState.current = {
      map,
      drawGround,
      redrawRoute,
      shown: new Map(),
      legs: [],
      isFitted: false,
    };
    return () => {
      map.remove();
      setIsOpen(false);
      mapState.current = undefined;
    };
  }, []);

  useEffect(() => {
    const state = mapState.current;
    if (!state) return undefined;
    const { map, shown } = state;
    const index = clusterPins(pins, isRoute ? STOP_DISTANCE_PX : MARK_DISTANCE_PX);
    const order = new Map(pins.map((pin, number) => [pin, number]));
    const { near, far } = isRoute ? splitByReach(pins) : { near: pins, far: [] };
    const newest = isRoute ? pins[0] : undefined;
    const last = newest && {
      id: newest.id,
      text: newest.day === today ? t`Last seen` : t`Last stop`,
    };
    const showAll = (): void => void map.fitBounds(boundsOf(pins), ROUTE_MARGINS_PX);
    const press = ({ element, mark }: ShownMark): void => {
      if (mark.opensAt !== undefined) return void map.setView(mark.at, mark.opensAt);
      const isSame = anchor.current === element;
      anchor.current = element;
      setOpenedPlace(mark);
      setIsOpen((wasOpen) => !(wasOpen && isSame));
    };
    const removeMark = ({ layer, element, mark }: ShownMark): void => {
      if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
      if (anchor.current === element) {
        anchor.current = map.getContainer();
        setIsOpen(false);
      }
      shown.delete(mark.key);
      layer.remove();
    };
    /** Draws the marks. Elements of earlier marks are reused, and so keep the focus. */
    const drawMarks = (marks: readonly Mark[]): void => {
      const isWide = map.getSize().x >= MIN_NAMES_WIDTH_PX;
      const keys = new Set(marks.map(({ key }) => key));
      for (const [key, shownMark] of shown) if (!keys.has(key)) removeMark(shownMark);
      for (const mark of marks) {
        const shownMark = shown.get(mark.key) ?? addMark(state, mark, { onPress: press, onHover });
        shownMark.mark = mark;
        updateMarkElement(shownMark, {
          // on a phone the list below has the times of a route
          isNamed: isRoute ? isWide && marks.length <= MAX_NAMED_STOPS : marks.length <= MAX_NAMED,
          isWide,
          counted,
          pinCount: pins.length,
          last,
        });
      }
    };
    const draw = (): void => {
      const marks = separateMarks(map, marksIn(map, index), order);
      drawMarks(marks);
      const shownMarks = [...shown.values()];
      if (edge.current)
        drawFarStops(
          map,
          edge.current,
          far.map(({ places, metres }) => ({
            at: places[0]!,
            text: farText(places, metres),
          })),
          showAll,
        );
      const markOf = new Map(marks.flatMap((mark) => mark.pins.map(({ id }) => [id, mark])));
      const stops = pins.map(({ id, lat, lng }) => {
        const [markLat, markLng] = markOf.get(id)?.at ?? [lat, lng];
        return { id, lat: markLat, lng: markLng };
      });
      const { legs, lines } = state.redrawRoute(isRoute ? stops.toReversed() : []);
      state.legs = legs;
      const takenBoxes = placeLabels(shownMarks, map.getContainer(), lines, newest?.id);
      const ground = state.drawGround(names, dotsOf(shownMarks), takenBoxes);
      const bounds = map.getBounds();
      onView?.(pins.filter(({ lat, lng }) => bounds.contains([lat, lng])).map(({ id }) => id));
      const visibleMarks = marks.filter(({ at }) => bounds.contains(at));
      setSigns({
        hasNumbers: pins.some(({ rowNumber }) => rowNumber !== undefined),
        hasSingle: visibleMarks.some((mark) => mark.pins.length === 1),
        hasSeveral: visibleMarks.some((mark) => mark.pins.length > 1),
        hasLegs: isRoute && isRouteVisible(pins, bounds),
        ...ground,
      });
      markHovered(state, hoveredIdsRef.current);
      setOpenedPlace((place) => place && (shown.get(place.key)?.mark ?? place));
    };
    // names of the first view can be measured once the map is loaded
    map.on('moveend load', draw);
    if (state.isFitted) draw();
    else if (pins.length > 0)
      map.fitBounds(boundsOf(near).pad(isRoute ? 0 : BOUNDS_MARGIN), {
        maxZoom: isRoute && pins.length > 1 ? MAX_ROUTE_ZOOM : MAX_FIRST_ZOOM,
        animate: false,
        paddingTopLeft: FIRST_VIEW_MARGIN_PX,
        ...(map.getSize().x < MIN_NAMES_WIDTH_PX ? NARROW_MARGINS_PX : isRoute && ROUTE_MARGINS_PX),
      });
    else map.setView(INDIA_CENTRE, INDIA_ZOOM);
    state.isFitted ||= pins.length > 0;
    return () => void map.off('moveend load', draw);
    // another language has other names
  }, [pins, names, counted, onHover, onView, isRoute, today, language]);

  useEffect(() => {
    hoveredIdsRef.current = hoveredIds;
    if (mapState.current) markHovered(mapState.current, hoveredIds);
  }, [hoveredIds]);

  return (
    <>
      <div className="site-frame relative isolate overflow-clip rounded-card bg-surface shadow-card">
        <div
          ref={box}
          className={classes('site-map isolate focus-visible:-outline-offset-2', className)}
          role="region"
          aria-label={label}
        />
        <div ref={edge} className="contents" />
        <span className="site-control absolute top-3 left-3 z-1 flex flex-col overflow-clip rounded-control bg-surface shadow-card">
          <IconButton
            icon={Plus}
            label={t`Zoom in`}
            className="size-tap rounded-none shadow-line-b"
            onClick={() => mapState.current?.map.zoomIn()}
          />
          <IconButton
            icon={Minus}
            label={t`Zoom out`}
            className="size-tap rounded-none"
            onClick={() => mapState.current?.map.zoomOut()}
          />
        </span>
        <span className="site-control pointer-events-none absolute top-3 right-3 z-1 flex items-center gap-1 rounded-badge bg-surface px-1.5 py-0.5 text-meta text-ink-2 shadow-card">
          <Icon icon={MoveUp} size="s" />
          <abbr title={t`North is up`} className="no-underline">
            {t`N`}
          </abbr>
        </span>
        {signs && <Legend isRoute={isRoute} signs={signs} />}
      </div>
      {openedPlace && (
        <Popover
          label={counted(openedPlace.pins.length)}
          anchor={anchor}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        >
          <PinList pins={openedPlace.pins} counted={counted} onClose={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  );
}

const legendDotClass =
  'grid h-5 min-w-5 flex-none place-items-center rounded-full bg-accent px-1 text-(length:--text-micro) font-strong text-on-accent';

/** Meaning of the signs that are on the map now, in its foot; a phone has no room for it. */
function Legend({
  isRoute,
  signs: { hasNumbers, hasSingle, hasSeveral, hasLegs, hasRoads },
}: {
  isRoute: boolean;
  signs: Signs;
}): ReactNode {
  const entries = [
    // the list beside a route has the numbers of its stops
    hasSingle &&
      !isRoute &&
      (hasNumbers
        ? { sign: <span className={legendDotClass}>1</span>, text: t`Number in the list` }
        : {
            sign: <span className="size-4 flex-none rounded-full bg-accent" />,
            text: t`One visit`,
          }),
    hasSeveral &&
      !isRoute && {
        sign: <span className={legendDotClass}>{hasNumbers ? '2–4' : '9'}</span>,
        text: t`Several visits. Select to see them`,
      },
    hasLegs && {
      sign: <span className="h-0.75 w-5 flex-none rounded-full bg-accent" />,
      text: t`Order of stops, not the road`,
    },
    hasRoads && {
      sign: <span className="h-px w-5 flex-none bg-(--site-road)" />,
      text: t`Main roads, simplified`,
    },
  ].filter((entry) => entry !== false);
  if (entries.length === 0) return null;
  return (
    <ul
      className="meta flex flex-wrap gap-x-4 gap-y-1 px-3 py-1.5 max-md:hidden shadow-[inset_0_1px_0_var(--color-line)]"
      aria-label={t`Signs on the map`}
    >
      {entries.map(({ sign, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <span className="contents" aria-hidden="true">
            {sign}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** List of a place's pins with their links. */
function PinList({
  pins,
  counted,
  onClose,
}: Pick<SiteMapProps, 'pins' | 'counted'> & { onClose: () => void }): ReactNode {
  const today = useToday();
  const groups = groupByLink(pins);
  return (
    <div className="max-h-[min(20rem,60dvh)] overflow-y-auto overscroll-contain">
      <ul className="rows" onClick={onClose}>
        {groups.slice(0, MAX_LISTED).map(({ pin: { to, label, day }, count }) => (
          <Row
            key={to}
            to={to}
            title={label}
            meta={count > 1 ? counted(count) : undefined}
            end={<span className="meta num">{dayHeading(day, today)}</span>}
          />
        ))}
      </ul>
      {groups.length > MAX_LISTED && (
        <p className="meta px-4 py-2">{othersText(groups.length - MAX_LISTED)}</p>
      )}
    </div>
  );
}
