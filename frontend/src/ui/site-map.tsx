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
import { type ReactNode, useEffect, useRef, useState } from 'react';
import Supercluster from 'supercluster';
import { classes } from './classes.js';
import { useToday } from './figures.js';
import { dayHeading, grouped, listFormat } from './format.js';
import { Popover } from './popover.js';
import { Row } from './surface.js';
import { writing } from '../words/i18n.js';
import 'leaflet/dist/leaflet.css';
import './site-map.css';

export interface Pin {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  /** Link of its label. Pins with equal links belong together. */
  readonly to: string;
  readonly day: string;
}

/** Zoom level for a single pin: a street. */
const nearest = 15;
/** Highest zoom level by hand; pins that still overlap there count as being in one place. */
const closest = 18;
/** In pixels: what is not so far apart is one mark with its number, which a finger can touch. */
const apart = 48;

/** More names than these would cover each other: they show when a pin is touched. */
const mostNamed = 5;
/** More than these in one place are found by a search. */
const mostListed = 50;

type Placed = { readonly pin: Pin; readonly place: number };
type Index = Supercluster<Placed>;

/** Group of pins in one place at this zoom. */
interface Mark {
  /**
   * Id of its last pin. Later pins are inserted before it, so that the mark keeps its identity,
   * also when it splits.
   */
  readonly key: string;
  readonly at: [lat: number, lng: number];
  readonly pins: readonly Pin[];
  /** Zoom level at which the mark splits; undefined if it never does. */
  readonly opensAt: number | undefined;
}
interface Shown {
  readonly layer: Marker;
  readonly element: HTMLElement;
  mark: Mark;
}
interface MapState {
  readonly map: LeafletMap;
  readonly shown: Map<string, Shown>;
  /** Whether the view was fitted to the pins; later pins do not move it. */
  isFitted: boolean;
}

function indexOf(pins: readonly Pin[]): Index {
  const index: Index = new Supercluster({ radius: apart, extent: 256, maxZoom: closest });
  return index.load(
    pins.map((pin, place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [pin.lng, pin.lat] },
      properties: { pin, place },
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
    const pins = placed.toSorted((one, other) => one.place - other.place).map(({ pin }) => pin);
    const zoom = isSeveral ? index.getClusterExpansionZoom(properties.cluster_id) : Infinity;
    return {
      key: pins.at(-1)!.id,
      at: [lat, lng],
      pins,
      opensAt: zoom > closest ? undefined : zoom,
    };
  });
}

/** Each once, by the newest pin of it, with how many pins it has. */
function eachOf(pins: readonly Pin[]): readonly { readonly pin: Pin; readonly count: number }[] {
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
  const each = eachOf(pins);
  const lines = each
    .slice(0, mostNamed)
    .map(({ pin: { label }, count }) =>
      count > 1 && each.length > 1 ? t`${label} (${grouped(count)})` : label,
    );
  return each.length > mostNamed ? [...lines, othersText(each.length - mostNamed)] : lines;
}

/** Names as they were typed: a text would be read as markup. */
function span(className: string, ...inside: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.append(...inside);
  return element;
}

/** Leaflet, whose styles are in no layer, would have it a block. */
const markLook = 'site-mark group grid! place-items-center rounded-full';
const dotLook = classes(
  'site-dot grid size-5 place-items-center rounded-full border-2 border-surface bg-accent text-(length:--text-label) font-strong text-on-accent',
  'whitespace-nowrap tabular-nums group-[.is-several]:size-full',
);
/**
 * Look of a mark's names. A permanent label lets presses through to marks below it, and is narrow
 * so that it rarely overlaps the edge.
 */
const namesLook = classes(
  'site-names absolute bottom-[calc(50%+0.875rem)] left-1/2 hidden max-w-56 -translate-x-1/2 rounded-badge bg-surface px-2 py-1 whitespace-nowrap',
  'text-(length:--text-meta) leading-[1.4] text-ink shadow-card group-[.is-several]:bottom-[calc(100%+0.25rem)]',
  'group-[:is(.is-named,:hover,:focus-visible)]:block group-[.is-named]:pointer-events-none group-[.is-named]:max-w-36',
);

function added({ map, shown }: MapState, mark: Mark, onPress: (shown: Shown) => void): Shown {
  const layer = marker(mark.at, {
    icon: divIcon({
      className: markLook,
      html: span('contents', span(dotLook), span(namesLook)),
      iconSize: [44, 44],
    }),
  }).addTo(map);
  const one: Shown = { layer, element: layer.getElement()!, mark };
  layer.on('click', () => onPress(one));
  // it is said to be a button, and is pressed like one; the page would move at the space
  one.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) onPress(one);
  });
  shown.set(mark.key, one);
  return one;
}

function look(
  { layer, element, mark: { at, pins, opensAt } }: Shown,
  isNamed: boolean,
  counted: SiteMapProps['counted'],
): void {
  const [lines, isSeveral] = [linesOf(pins), pins.length > 1];
  layer.setLatLng(at);
  element.classList.toggle('is-several', isSeveral);
  element.classList.toggle('is-named', isNamed && !isSeveral);
  element.querySelector('.site-dot')!.textContent = isSeveral ? grouped(pins.length) : '';
  element
    .querySelector('.site-names')!
    .replaceChildren(...lines.map((line) => span('block truncate min-w-0', line)));
  const names = listFormat(writing(), { type: 'unit' }).format(lines);
  element.setAttribute('aria-label', isSeveral ? t`${counted(pins.length)}: ${names}` : names);
  if (opensAt === undefined) element.setAttribute('aria-haspopup', 'dialog');
  else element.removeAttribute('aria-haspopup');
}

interface SiteMapProps {
  label: string;
  /** The newest first. */
  pins: readonly Pin[];
  /** Words for the number of pins in one place. */
  counted: (count: number) => string;
}

/**
 * Pins by their places, to scale, with nothing asked of anybody: there are no tiles below them.
 * Many in one place are one mark with their number, which comes apart when it is pressed; what does
 * not says whose they are. It can be moved and zoomed by hand and keyboard; what it shows stands in
 * words beside it.
 */
export function SiteMap({ label, pins, counted }: SiteMapProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<MapState>(undefined);
  const anchor = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<{ readonly key: string; readonly pins: readonly Pin[] }>();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!box.current) return undefined;
    const map = drawMap(box.current, {
      attributionControl: false,
      zoomControl: false,
      zoomSnap: 0.5,
      maxZoom: closest,
    });
    control.zoom({ zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(map);
    control.scale({ imperial: false }).addTo(map);
    // what it stands beside moves away below it
    map.on('movestart', () => setIsOpen(false));
    drawn.current = { map, shown: new Map(), isFitted: false };
    return () => {
      map.remove();
      drawn.current = undefined;
    };
  }, []);

  useEffect(() => {
    const now = drawn.current;
    if (!now) return undefined;
    const { map, shown } = now;
    const index = indexOf(pins);
    const press = ({ element, mark }: Shown): void => {
      if (mark.opensAt !== undefined) return void map.setView(mark.at, mark.opensAt);
      const isSame = anchor.current === element;
      anchor.current = element;
      setOpened(mark);
      setIsOpen((was) => !(was && isSame));
    };
    const gone = ({ layer, element, mark }: Shown): void => {
      if (element === document.activeElement) map.getContainer().focus({ preventScroll: true });
      if (anchor.current === element) {
        anchor.current = map.getContainer();
        setIsOpen(false);
      }
      shown.delete(mark.key);
      layer.remove();
    };
    // what stays is the same element: the focus stays on it
    const draw = (): void => {
      const marks = marksIn(map, index);
      const keys = new Set(marks.map(({ key }) => key));
      for (const [key, one] of shown) if (!keys.has(key)) gone(one);
      for (const mark of marks) {
        const one = shown.get(mark.key) ?? added(now, mark, press);
        one.mark = mark;
        look(one, marks.length <= mostNamed, counted);
      }
      setOpened((was) => was && (shown.get(was.key)?.mark ?? was));
    };
    map.on('moveend', draw);
    if (now.isFitted) draw();
    else if (pins.length > 0)
      map.fitBounds(latLngBounds(pins.map(({ lat, lng }) => [lat, lng])).pad(0.2), {
        maxZoom: nearest,
        animate: false,
      });
    else map.setView([20.6, 78.9], 4);
    now.isFitted ||= pins.length > 0;
    return () => void map.off('moveend', draw);
  }, [pins, counted]);

  return (
    <>
      <div
        ref={box}
        className="site-map isolate h-96 rounded-card shadow-card"
        role="region"
        aria-label={label}
      />
      {opened && (
        <Popover
          label={counted(opened.pins.length)}
          anchor={anchor}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        >
          <Listed pins={opened.pins} counted={counted} onClose={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  );
}

/** Lists the pins of a place, each with its link. */
function Listed({
  pins,
  counted,
  onClose,
}: Pick<SiteMapProps, 'pins' | 'counted'> & { onClose: () => void }): ReactNode {
  const today = useToday();
  const each = eachOf(pins);
  return (
    <div className="max-h-[min(20rem,60dvh)] overflow-y-auto overscroll-contain">
      <ul className="rows" onClick={onClose}>
        {each.slice(0, mostListed).map(({ pin: { to, label, day }, count }) => (
          <Row
            key={to}
            to={to}
            title={label}
            meta={count > 1 ? counted(count) : undefined}
            end={<span className="meta num">{dayHeading(day, today)}</span>}
          />
        ))}
      </ul>
      {each.length > mostListed && (
        <p className="meta px-4 py-2">{othersText(each.length - mostListed)}</p>
      )}
    </div>
  );
}
