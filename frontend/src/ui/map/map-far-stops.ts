import { latLng, type Map as LeafletMap, type PointExpression, point } from 'leaflet';
import { type Box, overlaps, padded } from './map-labels.js';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Longest distance from a place to the next one in a view, in metres. */
const REACH_METRES = 60_000;
/** Distance of a pill from the map's edge, and between the places where it is tried, in pixels. */
const [EDGE_PX, STEP_PX] = [8, 8];
/** Least distance of a pill from a control of the map, in pixels. */
const CONTROL_DISTANCE_PX = 4;

const metresBetween = (one: Place, other: Place): number => latLng(one).distanceTo(other);

/** Groups of places, in each of which every place is within reach of another one. */
function groupByReach<Item extends Place>(places: readonly Item[]): readonly (readonly Item[])[] {
  let groups: readonly (readonly Item[])[] = [];
  for (const place of places) {
    const isNear = (group: readonly Item[]): boolean =>
      group.some((other) => metresBetween(place, other) <= REACH_METRES);
    groups = [
      ...groups.filter((group) => !isNear(group)),
      [...groups.filter(isNear).flat(), place],
    ];
  }
  return groups;
}

/** Group of places far from most others. */
export interface FarGroup<Item> {
  readonly places: readonly Item[];
  /** Distance to the nearest place of the view, in metres. */
  readonly metres: number;
}

/** Splits places into those of the first view, which holds most of them, and far groups. */
export function splitByReach<Item extends Place>(
  places: readonly Item[],
): { readonly near: readonly Item[]; readonly far: readonly FarGroup<Item>[] } {
  const groups = groupByReach(places);
  const nearGroup = groups.find((group) => group.length * 2 > places.length);
  if (!nearGroup) return { near: places, far: [] };
  const farGroups = groups.filter((group) => group !== nearGroup);
  return {
    near: nearGroup,
    far: farGroups.map((group) => ({
      places: group,
      metres: Math.min(
        ...group.flatMap((place) => nearGroup.map((other) => metresBetween(place, other))),
      ),
    })),
  };
}

/** Arrow that points to the right, turned clockwise. */
function arrowTo(degrees: number): Element {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-8 -8 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.style.transform = `rotate(${degrees}deg)`;
  const path = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement;
  path.setAttribute('d', 'm-5 0h10m-4-4 4 4-4 4');
  svg.append(path);
  return svg;
}

/** Place that is out of sight, with the text of its pill. */
interface FarStop {
  readonly at: Place;
  readonly text: string;
}

/** Shows a pill on the map's edge for each place out of sight, in its direction. */
export function drawFarStops(
  map: LeafletMap,
  layer: HTMLElement,
  stops: readonly FarStop[],
  onPress: () => void,
): void {
  const hadFocus = layer.contains(document.activeElement);
  const frame = layer.parentElement!;
  layer.replaceChildren();
  const controls = [...frame.querySelectorAll('.site-control, .leaflet-control')];
  const visibleBounds = map.getBounds();
  for (const { at, text } of stops) {
    if (visibleBounds.contains(at)) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'site-control site-far';
    const textElement = document.createElement('span');
    textElement.textContent = text;
    const middle = point(map.getSize()).divideBy(2);
    const direction = map.latLngToContainerPoint(at).subtract(middle);
    button.append(textElement, arrowTo((Math.atan2(direction.y, direction.x) * 180) / Math.PI));
    button.addEventListener('click', onPress);
    layer.append(button);
    placeButton(map, frame, button, direction, controls);
    controls.push(button);
  }
  if (hadFocus && !layer.contains(document.activeElement))
    map.getContainer().focus({ preventScroll: true });
}

/** Moves a pill to the edge, as near to the direction as the controls leave room. */
function placeButton(
  map: LeafletMap,
  frame: HTMLElement,
  button: HTMLElement,
  direction: { readonly x: number; readonly y: number },
  controls: readonly Element[],
): void {
  const { left, top } = frame.getBoundingClientRect();
  const { width, height } = button.getBoundingClientRect();
  const { x: mapWidth, y: mapHeight } = map.getSize();
  const [halfWidth, halfHeight] = [
    (mapWidth - width) / 2 - EDGE_PX,
    (mapHeight - height) / 2 - EDGE_PX,
  ];
  const scale = Math.min(
    direction.x === 0 ? Infinity : halfWidth / Math.abs(direction.x),
    direction.y === 0 ? Infinity : halfHeight / Math.abs(direction.y),
  );
  const isBesideTop = scale * Math.abs(direction.y) >= halfHeight - 1;
  const limit = isBesideTop ? halfWidth : halfHeight;
  const [x, y] = [direction.x * scale, direction.y * scale];
  // 0, then one step to either side, two steps to either side, and so on
  const steps = Array.from(
    { length: Math.ceil((2 * limit) / STEP_PX) + 1 },
    (_, index) => Math.ceil(index / 2) * (index % 2 === 0 ? STEP_PX : -STEP_PX),
  );
  const clamp = (value: number): number => Math.max(-limit, Math.min(limit, value));
  const points = steps.map((step): PointExpression =>
    isBesideTop ? [clamp(x + step), y] : [x, clamp(y + step)],
  );
  const cornerOf = (each: PointExpression) => ({
    x: mapWidth / 2 - width / 2 + point(each).x,
    y: mapHeight / 2 - height / 2 + point(each).y,
  });
  const isFree = (each: PointExpression): boolean => {
    const corner = cornerOf(each);
    const box: Box = {
      left: left + corner.x,
      top: top + corner.y,
      right: left + corner.x + width,
      bottom: top + corner.y + height,
    };
    return !controls.some((control) =>
      overlaps(padded(box, CONTROL_DISTANCE_PX), control.getBoundingClientRect()),
    );
  };
  const corner = cornerOf(points.find(isFree) ?? points[0]!);
  button.style.left = `${corner.x}px`;
  button.style.top = `${corner.y}px`;
}
