import { plural, t } from '@lingui/core/macro';
import {
  control,
  divIcon,
  latLngBounds,
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
import { type Box, findFreeBox, type Side } from './map-labels.js';
import { drawRoute } from './map-route.js';
import type { MapName } from './map-names.js';
import { dayHeading, grouped, listFormat } from '../display/format.js';
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
  /** Time of a stop, before its label. */
  readonly time?: string;
  /** Distance of a stop from the previous one, such as `6.7 km`. */
  readonly way?: string;
}

/** Closest zoom level of the first view: a town with its surroundings. */
const MAX_FIRST_ZOOM = 11.5;
/** Closest zoom level of the first view of a day's route, which fills the map. */
const MAX_ROUTE_ZOOM = 13;
/** Margin of the first view for the buttons and a label above a mark. */
const FIRST_VIEW_MARGIN_PX: [x: number, y: number] = [56, 32];
/** Margin of the first view for the text beside the last stop. */
const LAST_STOP_MARGIN_PX: [x: number, y: number] = [72, 24];
/** Highest zoom level. Pins that still overlap there count as one place. */
const MAX_ZOOM = 18;
/** Lowest zoom level: a subcontinent. Farther out, the drawn land would end. */
const MIN_ZOOM = 4;
/** Pins closer than this, in pixels, become one mark that a finger can hit. */
const MARK_DISTANCE_PX = 48;

/** Most names that always show. More would overlap, so they show on touch. */
const MAX_NAMED = 5;
/** Number of pins in one place above which their list is searchable. */
const MAX_LISTED = 50;

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
  readonly drawWay: ReturnType<typeof drawRoute>;
  readonly shown: Map<string, ShownMark>;
  /** Whether the view was fitted to the pins, which happens once. */
  isFitted: boolean;
}

function clusterPins(pins: readonly Pin[]): Index {
  const index: Index = new Supercluster({
    radius: MARK_DISTANCE_PX,
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

function marksIn(map: LeafletMap, index: Index): readonly Mark[] {
  const bounds = map.getBounds().pad(0.2);
  const found = index.getClusters(
    [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    map.getZoom(),
  );
  return found.map(({ geometry, properties }) => {
    const [lng, lat] = geometry.coordinates as [number, number];
    const isSeveral = 'cluster' in properties;
    const placed = isSeveral
      ? index.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties)
      : [properties];
    const pins = placed.toSorted((one, other) => one.number - other.number).map(({ pin }) => pin);
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
  const found = new Map<string, { pin: Pin; count: number }>();
  for (const pin of pins) {
    const known = found.get(pin.to);
    found.set(pin.to, { pin: known?.pin ?? pin, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

const othersText = (others: number): string =>
  plural(others, { one: 'and # more', other: 'and # more' });

/** Lines of a mark's label. */
function linesOf(pins: readonly Pin[]): readonly string[] {
  if (pins.length <= MAX_NAMED && pins.every(({ time }) => time !== undefined))
    return pins.toReversed().map(({ label, time }) => `${time} ${label}`);
  const each = groupByLink(pins);
  const lines = each
    .slice(0, MAX_NAMED)
    .map(({ pin: { label }, count }) =>
      count > 1 && each.length > 1 ? t`${label} (${grouped(count)})` : label,
    );
  return each.length > MAX_NAMED ? [...lines, othersText(each.length - MAX_NAMED)] : lines;
}

/** Text in a mark: numbers of its stops, such as `2` or `2–4`, else the number of its pins. */
function dotText(pins: readonly Pin[]): string {
  const stops = pins.flatMap(({ stop }) => stop ?? []).toSorted((one, other) => one - other);
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return pins.length > 1 ? grouped(pins.length) : '';
  if (first === last) return String(first);
  return last - first === stops.length - 1 ? `${first}–${last}` : `${first}…${last}`;
}

/** Builds elements, because Leaflet would parse a string as HTML. */
function span(className: string, ...inside: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.append(...inside);
  return element;
}

/** overrides Leaflet's styles, which are in no CSS layer */
const markClass = 'site-mark group grid! place-items-center rounded-full';
const dotClass = classes(
  'site-dot grid size-5 place-items-center rounded-full border-2 border-surface bg-accent text-(length:--text-label) font-strong text-on-accent',
  'whitespace-nowrap tabular-nums group-[.is-stop]:size-7 group-[.is-several]:h-full group-[.is-several]:w-max group-[.is-several]:min-w-full group-[.is-several]:px-2',
  'group-[.is-pointed]:ring-3 group-[.is-pointed]:ring-accent-line',
);
/** Classes of labels. Presses pass through those that always show. */
const namesClass = classes(
  'site-names absolute bottom-[calc(50%+0.875rem)] left-1/2 hidden max-w-56 -translate-x-1/2 rounded-badge bg-surface px-2 py-1 whitespace-nowrap',
  'text-(length:--text-meta) leading-[1.4] text-ink shadow-card group-[.is-several]:bottom-[calc(100%+0.25rem)]',
  'group-[:is(.is-named,.is-pointed,:hover,:focus-visible)]:block group-[.is-named]:pointer-events-none',
);

const lastClass = classes(
  'site-last pointer-events-none absolute w-max rounded-badge bg-accent-soft px-1.5 empty:hidden',
  'text-(length:--text-meta) font-medium whitespace-nowrap text-accent-soft-ink',
);

interface MarkHandlers {
  readonly onPress: (shown: ShownMark) => void;
  readonly onPoint: SiteMapProps['onPoint'];
}

function addMark(
  { map, shown }: MapState,
  mark: Mark,
  { onPress, onPoint }: MarkHandlers,
): ShownMark {
  const layer = marker(mark.at, {
    icon: divIcon({
      className: markClass,
      html: span('contents', span(dotClass), span(namesClass), span(lastClass)),
      iconSize: [44, 44],
    }),
  }).addTo(map);
  const one: ShownMark = { layer, element: layer.getElement()!, mark };
  layer.on('click', () => onPress(one));
  for (const event of ['mouseenter', 'focus'])
    one.element.addEventListener(event, () => onPoint?.(one.mark.pins.map(({ id }) => id)));
  for (const event of ['mouseleave', 'blur'])
    one.element.addEventListener(event, () => onPoint?.([]));
  // has the role of a button, so Space and Enter press it without scrolling
  one.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) onPress(one);
  });
  shown.set(mark.key, one);
  return one;
}

/** Data that decides how marks are drawn. */
interface MarkLook {
  readonly isNamed: boolean;
  readonly counted: SiteMapProps['counted'];
  /** Pin at which somebody was last, and its text. */
  readonly last: { readonly id: string; readonly text: string } | undefined;
}

function markHtml(
  { layer, element, mark: { at, pins, opensAt } }: ShownMark,
  { isNamed, counted, last }: MarkLook,
): void {
  const [lines, isSeveral] = [linesOf(pins), pins.length > 1];
  layer.setLatLng(at);
  element.classList.toggle('is-several', isSeveral);
  element.classList.toggle(
    'is-stop',
    pins.some(({ stop }) => stop !== undefined),
  );
  element.classList.toggle('is-named', isNamed && !isSeveral);
  element.querySelector('.site-dot')!.textContent = dotText(pins);
  element
    .querySelector('.site-names')!
    .replaceChildren(...lines.map((line) => span('block truncate min-w-0', line)));
  const lastText = last && pins.some(({ id }) => id === last.id) ? last.text : '';
  element.querySelector('.site-last')!.textContent = lastText;
  const list = listFormat(intlLocale(), { type: 'unit' });
  const names = list.format(lines);
  const label = isSeveral ? t`${counted(pins.length)}: ${names}` : names;
  element.setAttribute('aria-label', lastText ? list.format([label, lastText]) : label);
  if (opensAt === undefined) element.setAttribute('aria-haspopup', 'dialog');
  else element.removeAttribute('aria-haspopup');
}

/** Sides of a mark at which its labels are tried. */
const NAME_SIDES = ['above', 'below', 'right', 'left'] as const;
const LAST_SIDES = ['right', 'left', 'below', 'above'] as const;

/** Part of a mark's element. */
const partOfMark = ({ element }: ShownMark, part: 'dot' | 'names' | 'last'): HTMLElement =>
  element.querySelector(`.site-${part}`)!;

const boxOf = (element: Element): Box => element.getBoundingClientRect();

const dotsOf = (marks: readonly ShownMark[]): readonly Box[] =>
  marks.map((one) => boxOf(partOfMark(one, 'dot')));

/**
 * Places the labels that always show, so that they lie over no other label, mark or control, and
 * over the route only if there is no other place. A name without a free place shows on touch only.
 * @param route boxes of the route's labels and along its lines
 * @returns boxes of controls, marks, labels and route
 */
function placeLabels(
  marks: readonly ShownMark[],
  map: HTMLElement,
  route: { readonly labels: readonly Box[]; readonly lines: readonly Box[] },
): readonly Box[] {
  const edge = boxOf(map);
  const controls = map.parentElement!.querySelectorAll('.site-control, .leaflet-control');
  const placed: Box[] = [...[...controls].map(boxOf), ...dotsOf(marks), ...route.labels];
  const place = (one: ShownMark, part: 'names' | 'last', sides: readonly Side[]): boolean => {
    const label = partOfMark(one, part);
    label.removeAttribute('style');
    label.hidden = false;
    const [dot, size] = [boxOf(partOfMark(one, 'dot')), label.getBoundingClientRect()];
    const box =
      findFreeBox(dot, size, sides, edge, [...placed, ...route.lines]) ??
      findFreeBox(dot, size, sides, edge, placed);
    if (!box) return false;
    const mark = boxOf(one.element);
    Object.assign(label.style, {
      inset: 'auto',
      top: `${box.top - mark.top}px`,
      left: `${box.left - mark.left}px`,
      translate: 'none',
    });
    placed.push(box);
    return true;
  };
  for (const one of marks) {
    const last = partOfMark(one, 'last');
    if (last.textContent) last.hidden = !place(one, 'last', LAST_SIDES);
  }
  for (const one of marks)
    if (one.element.classList.contains('is-named'))
      one.element.classList.toggle('is-named', place(one, 'names', NAME_SIDES));
    else partOfMark(one, 'names').removeAttribute('style');
  return [...placed, ...route.lines];
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
  /** Ids of pins whose list row is pointed to or focused. */
  pointed?: readonly string[];
  /**
   * Receives the ids of the pins under the pointer or with the focus; an empty list when it leaves.
   */
  onPoint?: (ids: readonly string[]) => void;
  /** Whether the map is a picture beside its list: without buttons and legend. */
  isSmall?: boolean;
  className?: string;
}

const NO_NAMES: readonly MapName[] = [];
const NONE: readonly string[] = [];

/** Marks whose pins are pointed to. */
const markPointed = ({ shown }: MapState, ids: readonly string[]): void => {
  for (const { element, mark } of shown.values())
    element.classList.toggle(
      'is-pointed',
      mark.pins.some(({ id }) => ids.includes(id)),
    );
};

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
  pointed = NONE,
  onPoint,
  isSmall = false,
  className,
}: SiteMapProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const mapState = useRef<MapState>(undefined);
  const anchor = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<{ readonly key: string; readonly pins: readonly Pin[] }>();
  const [isOpen, setIsOpen] = useState(false);
  const pointedIds = useRef(pointed);
  const today = useToday();
  const language = intlLocale();

  useEffect(() => {
    if (!box.current) return undefined;
    const map = drawMap(box.current, {
      attributionControl: false,
      zoomControl: false,
      zoomSnap: 0.5,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
    });
    control.scale({ imperial: false }).addTo(map);
    const drawGround = drawBackdrop(map);
    const drawWay = drawRoute(map);
    // closes the list of a mark, which would not move with the map
    map.on('movestart', () => setIsOpen(false));
    mapState.current = { map, drawGround, drawWay, shown: new Map(), isFitted: false };
    return () => {
      map.remove();
      setIsOpen(false);
      mapState.current = undefined;
    };
  }, [isSmall]);

  useEffect(() => {
    const now = mapState.current;
    if (!now) return undefined;
    const { map, shown } = now;
    const index = clusterPins(pins);
    const newest = isRoute ? pins[0] : undefined;
    const last = newest && {
      id: newest.id,
      text: newest.day === today ? t`Last seen` : t`Last stop`,
    };
    const press = ({ element, mark }: ShownMark): void => {
      if (mark.opensAt !== undefined) return void map.setView(mark.at, mark.opensAt);
      const isSame = anchor.current === element;
      anchor.current = element;
      setOpened(mark);
      setIsOpen((was) => !(was && isSame));
    };
    const close = ({ layer, element, mark }: ShownMark): void => {
      if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
      if (anchor.current === element) {
        anchor.current = map.getContainer();
        setIsOpen(false);
      }
      shown.delete(mark.key);
      layer.remove();
    };
    // kept elements keep the focus
    const draw = (): void => {
      const marks = marksIn(map, index);
      const keys = new Set(marks.map(({ key }) => key));
      for (const [key, one] of shown) if (!keys.has(key)) close(one);
      for (const mark of marks) {
        const one = shown.get(mark.key) ?? addMark(now, mark, { onPress: press, onPoint });
        one.mark = mark;
        markHtml(one, { isNamed: marks.length <= MAX_NAMED, counted, last });
      }
      const each = [...shown.values()];
      const dots = dotsOf(each);
      const route = now.drawWay(isRoute ? pins.toReversed() : [], dots);
      now.drawGround(names, dots, placeLabels(each, map.getContainer(), route));
      markPointed(now, pointedIds.current);
      setOpened((was) => was && (shown.get(was.key)?.mark ?? was));
    };
    // names of the first view can be measured once the map is loaded
    map.on('moveend load', draw);
    if (now.isFitted) draw();
    else if (pins.length > 0)
      map.fitBounds(latLngBounds(pins.map(({ lat, lng }) => [lat, lng])).pad(0.2), {
        maxZoom: isRoute && !isSmall ? MAX_ROUTE_ZOOM : MAX_FIRST_ZOOM,
        animate: false,
        ...(!isSmall && { paddingTopLeft: FIRST_VIEW_MARGIN_PX }),
        ...(isRoute && !isSmall && { paddingBottomRight: LAST_STOP_MARGIN_PX }),
      });
    else map.setView([20.6, 78.9], 4);
    now.isFitted ||= pins.length > 0;
    return () => void map.off('moveend load', draw);
    // another language has other names
  }, [pins, names, counted, onPoint, isRoute, isSmall, today, language]);

  useEffect(() => {
    pointedIds.current = pointed;
    if (mapState.current) markPointed(mapState.current, pointed);
  }, [pointed]);

  return (
    <>
      <div className="relative isolate">
        <div
          ref={box}
          className={classes('site-map isolate rounded-card shadow-card', className)}
          role="region"
          aria-label={label}
        />
        {!isSmall && (
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
        )}
        <span className="site-control pointer-events-none absolute top-3 right-3 z-1 flex items-center gap-1 rounded-badge bg-surface px-1.5 py-0.5 text-meta text-ink-2 shadow-card">
          <Icon icon={MoveUp} size="s" />
          <abbr title={t`North is up`} className="no-underline">
            {t`N`}
          </abbr>
        </span>
        {!isSmall && <Legend isRoute={isRoute} />}
      </div>
      {opened && (
        <Popover
          label={counted(opened.pins.length)}
          anchor={anchor}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        >
          <PinList pins={opened.pins} counted={counted} onClose={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  );
}

const legendDotClass =
  'grid size-5 flex-none place-items-center rounded-full bg-accent text-(length:--text-micro) font-strong text-on-accent';

/** Meaning of the marks, below the map. */
function Legend({ isRoute }: { isRoute: boolean }): ReactNode {
  const signs = isRoute
    ? [
        { sign: <span className={legendDotClass}>1</span>, text: t`Stop of the day, in order` },
        {
          sign: <span className="h-0.75 w-5 flex-none rounded-full bg-accent" />,
          text: t`From stop to stop, in straight lines`,
        },
        {
          sign: <span className="size-3.5 flex-none rounded-full bg-press" />,
          text: t`Around the places of visits`,
        },
      ]
    : [
        {
          sign: <span className="mx-1 size-3 flex-none rounded-full bg-accent" />,
          text: t`One visit`,
        },
        {
          sign: <span className={legendDotClass}>9</span>,
          text: t`Several visits: a press shows them`,
        },
        {
          sign: <span className="h-0.75 w-5 flex-none rounded-full bg-line-strong" />,
          text: t`Main roads, simplified`,
        },
      ];
  return (
    <ul className="meta mt-2 flex flex-wrap gap-x-4 gap-y-1" aria-label={t`Signs on the map`}>
      {signs.map(({ sign, text }) => (
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
  const each = groupByLink(pins);
  return (
    <div className="max-h-[min(20rem,60dvh)] overflow-y-auto overscroll-contain">
      <ul className="rows" onClick={onClose}>
        {each.slice(0, MAX_LISTED).map(({ pin: { to, label, day }, count }) => (
          <Row
            key={to}
            to={to}
            title={label}
            meta={count > 1 ? counted(count) : undefined}
            end={<span className="meta num">{dayHeading(day, today)}</span>}
          />
        ))}
      </ul>
      {each.length > MAX_LISTED && (
        <p className="meta px-4 py-2">{othersText(each.length - MAX_LISTED)}</p>
      )}
    </div>
  );
}
