/** Edges of something on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
export type Side = 'above' | 'below' | 'right' | 'left';

/** Distance between a dot and its label, in pixels. */
const GAP_PX = 4;

export const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

export const isWithin = (box: Box, map: Box): boolean =>
  box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;

function boxBeside(dot: Box, side: Side, width: number, height: number): Box {
  const left = {
    right: dot.right + GAP_PX,
    left: dot.left - GAP_PX - width,
  };
  const top = {
    above: dot.top - GAP_PX - height,
    below: dot.bottom + GAP_PX,
  };
  const middle = { x: (dot.left + dot.right - width) / 2, y: (dot.top + dot.bottom - height) / 2 };
  const [x, y] =
    side === 'above' || side === 'below' ? [middle.x, top[side]] : [left[side], middle.y];
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Box for a label at the first side of its dot where it fits on the map and overlaps nothing. */
export function findFreeBox(
  dot: Box,
  { width, height }: { readonly width: number; readonly height: number },
  sides: readonly Side[],
  map: Box,
  taken: readonly Box[],
): Box | undefined {
  return sides
    .map((side) => boxBeside(dot, side, width, height))
    .find((box) => isWithin(box, map) && !taken.some((other) => overlaps(box, other)));
}
