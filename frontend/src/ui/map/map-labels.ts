/** Edges of something on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
export type Side =
  | 'above'
  | 'below'
  | 'right'
  | 'left'
  | 'over'
  | 'above-left'
  | 'above-right'
  | 'below-left'
  | 'below-right';

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
  const [above, below] = [{ y: dot.top - GAP_PX - height }, { y: dot.bottom + GAP_PX }];
  // the corners are flush with the far edge of the dot
  const [left, right] = [{ x: dot.right - width }, { x: dot.left }];
  const { x, y } = {
    ...middle,
    ...{
      over: {},
      right: { x: dot.right + GAP_PX },
      left: { x: dot.left - GAP_PX - width },
      above,
      below,
      'above-left': { ...left, ...above },
      'above-right': { ...right, ...above },
      'below-left': { ...left, ...below },
      'below-right': { ...right, ...below },
    }[side],
  };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/**
 * Box for a label at the first side of its dot where it fits on the map and overlaps nothing. Where
 * it cannot avoid `avoided`, it overlaps as few of them as possible.
 */
export function findFreeBox(
  dot: Box,
  { width, height }: { readonly width: number; readonly height: number },
  sides: readonly Side[],
  map: Box,
  takenBoxes: readonly Box[],
  avoided: readonly Box[] = [],
): Box | undefined {
  const countCovered = (box: Box): number => avoided.filter((other) => overlaps(box, other)).length;
  return sides
    .map((side) => boxBeside(dot, side, width, height))
    .filter((box) => isWithin(box, map) && !takenBoxes.some((other) => overlaps(box, other)))
    .map((box) => ({ box, count: countCovered(box) }))
    .toSorted((one, other) => one.count - other.count)[0]?.box;
}
