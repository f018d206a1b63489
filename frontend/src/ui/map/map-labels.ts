/** Edges of something on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
export type Side = 'above' | 'below' | 'right' | 'left' | 'over';

/** Distance between a dot and its label, in pixels. */
const GAP_PX = 4;

export const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

const isWithin = (box: Box, map: Box): boolean =>
  box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;

/** Box with a margin on each side. */
export const padded = ({ left, top, right, bottom }: Box, margin: number): Box => ({
  left: left - margin,
  top: top - margin,
  right: right + margin,
  bottom: bottom + margin,
});

function boxBeside(dot: Box, side: Side, width: number, height: number): Box {
  const middle = { x: (dot.left + dot.right - width) / 2, y: (dot.top + dot.bottom - height) / 2 };
  const { x, y } = {
    ...middle,
    ...{
      over: {},
      right: { x: dot.right + GAP_PX },
      left: { x: dot.left - GAP_PX - width },
      above: { y: dot.top - GAP_PX - height },
      below: { y: dot.bottom + GAP_PX },
    }[side],
  };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Box for a label at the first side of its dot where it fits on the map and overlaps nothing. */
export function findFreeBox(
  dot: Box,
  { width, height }: { readonly width: number; readonly height: number },
  sides: readonly Side[],
  map: Box,
  takenBoxes: readonly Box[],
): Box | undefined {
  return sides
    .map((side) => boxBeside(dot, side, width, height))
    .find((box) => isWithin(box, map) && !takenBoxes.some((other) => overlaps(box, other)));
}
