import { divIcon, layerGroup, type Map as LeafletMap, marker, Point, polyline } from 'leaflet';
import { type Box, overlaps, padded } from './map-labels.js';

interface RouteStop {
  readonly lat: number;
  readonly lng: number;
  readonly way?: string;
}
interface DrawnRoute {
  /** Boxes of the arrows with their distances. */
  readonly labels: readonly Box[];
  /** Small boxes along the lines. */
  readonly lines: readonly Box[];
}

/** Distance between two boxes along a line, and half their width, in pixels. */
const LINE_STEP_PX = 8;
const LINE_RADIUS_PX = 4;

/** Arrow that points to the right, turned clockwise. */
function arrowTo(degrees: number): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 10 10');
  svg.style.transform = `rotate(${degrees}deg)`;
  const path = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement;
  path.setAttribute('d', 'm1 5h8m-3.5-3.5 3.5 3.5-3.5 3.5');
  svg.append(path);
  return svg;
}

/**
 * Route that connects stops in their order. Each leg has its direction and distance in its middle,
 * unless that would cover a mark or another leg's. The returned function redraws it.
 */
export function drawRoute(
  map: LeafletMap,
): (stops: readonly RouteStop[], marks: readonly Box[]) => DrawnRoute {
  const pane = map.createPane('legs');
  pane.setAttribute('aria-hidden', 'true');
  pane.style.zIndex = '450';
  pane.style.pointerEvents = 'none';
  const drawn = layerGroup().addTo(map);
  return (stops, marks) => {
    drawn.clearLayers();
    if (stops.length < 2) return { labels: [], lines: [] };
    for (const look of ['site-trace-edge', 'site-trace'])
      polyline(
        stops.map(({ lat, lng }): [number, number] => [lat, lng]),
        { className: look, interactive: false },
      ).addTo(drawn);
    const edge = map.getContainer().getBoundingClientRect();
    const corner = new Point(edge.left, edge.top);
    const labels: Box[] = [];
    const lines: Box[] = [];
    for (const [index, stop] of stops.entries()) {
      const before = stops[index - 1];
      if (!before) continue;
      const [from, to] = [before, stop].map(({ lat, lng }) =>
        map.latLngToContainerPoint([lat, lng]).add(corner),
      ) as [Point, Point];
      const steps = Math.ceil(from.distanceTo(to) / LINE_STEP_PX);
      const leg = to.subtract(from);
      const boxAt = (share: number): Box => {
        const { x, y } = from.add(leg.multiplyBy(share));
        return padded({ left: x, top: y, right: x, bottom: y }, LINE_RADIUS_PX);
      };
      for (let step = 1; step < steps; step += 1) lines.push(boxAt(step / steps));
      const label = document.createElement('span');
      label.append(arrowTo((Math.atan2(leg.y, leg.x) * 180) / Math.PI), stop.way ?? '');
      const middle = map.containerPointToLatLng(from.add(leg.divideBy(2)).subtract(corner));
      const layer = marker(middle, {
        pane: 'legs',
        interactive: false,
        keyboard: false,
        icon: divIcon({ className: 'site-leg', html: label, iconSize: [0, 0] }),
      }).addTo(drawn);
      const box = label.getBoundingClientRect();
      if ([...marks, ...labels].some((other) => overlaps(other, box))) layer.remove();
      else labels.push(box);
    }
    return { labels, lines };
  };
}
