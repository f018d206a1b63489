import { divIcon, layerGroup, type Map as LeafletMap, marker, Point, polyline } from 'leaflet';
import { type Box, padded } from './map-labels.js';

/** Stop at the place of its mark, which several stops may share. */
interface RouteStop {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
}
/** Line from one stop to the next. */
interface DrawnLeg {
  /** Ids of the stops at its ends. */
  readonly ends: readonly [from: string, to: string];
  readonly elements: readonly Element[];
}
interface DrawnRoute {
  readonly legs: readonly DrawnLeg[];
  /** Small boxes along the lines. */
  readonly lines: readonly Box[];
}

/** Distance between two points of a line in pixels, and half the width of their boxes. */
const LINE_STEP_PX = 20;
const LINE_RADIUS_PX = 4;
/** Share of a leg's length by which its line curves to its left, with a limit in pixels. */
const CURVE_SHARE = 0.14;
const MAX_CURVE_PX = 36;
/** Distance of places whose legs would lie on one another, in pixels. */
const SAME_PLACE_PX = 24;
/** Length below which a leg has no arrow, in pixels: its marks would cover it. */
const MIN_ARROW_LEG_PX = 72;

const isNear = (one: Point, other: Point): boolean => one.distanceTo(other) < SAME_PLACE_PX;

/** Arrowhead that points to the right, turned clockwise. */
function arrowTo(degrees: number): HTMLElement {
  const arrow = document.createElement('span');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-8 -8 16 16');
  svg.style.transform = `rotate(${degrees}deg)`;
  const path = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement;
  path.setAttribute('d', 'm6 0-10-5.5 2.5 5.5-2.5 5.5z');
  svg.append(path);
  arrow.append(svg);
  return arrow;
}

/**
 * Points of a leg in pixels. A leg is straight, unless another one joins the same places: both
 * curve then, the way back to the other side, so that both can be seen.
 * @param curves number of curves: 0 for a straight leg; later legs of the same way curve more
 */
function pointsOf(from: Point, to: Point, curves: number): readonly Point[] {
  const leg = to.subtract(from);
  const length = from.distanceTo(to);
  const steps = Math.max(2, Math.ceil(length / LINE_STEP_PX));
  const curve = Math.min(MAX_CURVE_PX, length * CURVE_SHARE) * curves;
  const leftNormal = length === 0 ? new Point(0, 0) : new Point(leg.y, -leg.x).divideBy(length);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    // a parabola: the whole curve in the middle, nothing at the ends
    const offset = 4 * curve * share * (1 - share);
    return from.add(leg.multiplyBy(share)).add(leftNormal.multiplyBy(offset));
  });
}

/**
 * Route that connects stops in their order, each leg with an arrowhead in its direction. The
 * returned function redraws it.
 */
export function drawRoute(map: LeafletMap): (stops: readonly RouteStop[]) => DrawnRoute {
  const pane = map.createPane('legs');
  pane.setAttribute('aria-hidden', 'true');
  pane.style.zIndex = '450';
  pane.style.pointerEvents = 'none';
  const layers = layerGroup().addTo(map);
  return (stops) => {
    layers.clearLayers();
    const { left, top } = map.getContainer().getBoundingClientRect();
    const corner = new Point(left, top);
    const points = stops.map(({ lat, lng }) => map.latLngToContainerPoint([lat, lng]));
    /** Indices of the legs from one place to another. */
    const legsBetween = (from: Point, to: Point): readonly number[] =>
      points.flatMap((point, leg) => {
        const end = points[leg + 1];
        return end && isNear(point, from) && isNear(end, to) ? leg : [];
      });
    const curvedLegs = stops.slice(1).flatMap((stop, index) => {
      const [from, to] = [points[index]!, points[index + 1]!];
      // both stops have one mark
      if (from.equals(to)) return [];
      const sameWay = legsBetween(from, to);
      const isAlone = sameWay.length === 1 && legsBetween(to, from).length === 0;
      return {
        ends: [stops[index]!.id, stop.id] as const,
        from,
        to,
        isAlone,
        points: pointsOf(from, to, isAlone ? 0 : 1 + sameWay.indexOf(index)),
      };
    });
    // all edges lie below all lines, so that no line is cut where two cross
    const [, lines = []] = ['site-trace-edge', 'site-trace'].map((className) =>
      curvedLegs.map(({ from, to, isAlone, points }) =>
        polyline(
          // points between the ends are rounded to pixels, which would bend a straight line
          (isAlone ? [from, to] : points).map((point) => map.containerPointToLatLng(point)),
          { className, interactive: false, smoothFactor: 0 },
        ).addTo(layers),
      ),
    );
    const legs = curvedLegs.map(({ ends, from, to, points }, index): DrawnLeg => {
      const line = lines[index]?.getElement();
      if (from.distanceTo(to) < MIN_ARROW_LEG_PX) return { ends, elements: line ? [line] : [] };
      const { x, y } = to.subtract(from);
      const arrow = marker(map.containerPointToLatLng(points[Math.round(points.length / 2) - 1]!), {
        pane: 'legs',
        interactive: false,
        keyboard: false,
        icon: divIcon({
          className: 'site-leg',
          html: arrowTo((Math.atan2(y, x) * 180) / Math.PI),
          iconSize: [16, 16],
        }),
      }).addTo(layers);
      return { ends, elements: [line, arrow.getElement()].flatMap((each) => each ?? []) };
    });
    return {
      legs,
      lines: curvedLegs.flatMap(({ points }) =>
        points.slice(1, -1).map((point) => {
          const { x, y } = point.add(corner);
          return padded({ left: x, top: y, right: x, bottom: y }, LINE_RADIUS_PX);
        }),
      ),
    };
  };
}
