import { expect, test } from '@jest/globals';
import { type Box, findFreeBox, overlaps, type Side } from './map-labels.js';

const map: Box = { left: 0, top: 0, right: 400, bottom: 300 };
const dotAt = (x: number, y: number): Box => ({
  left: x - 14,
  top: y - 14,
  right: x + 14,
  bottom: y + 14,
});
const size = { width: 120, height: 24 };
const sides: readonly Side[] = ['above', 'below', 'right', 'left'];
const place = (dot: Box, takenBoxes: readonly Box[] = []) =>
  findFreeBox(dot, size, sides, map, takenBoxes);

test('a label lies above its dot where nothing is in the way', () => {
  expect(place(dotAt(200, 150))).toEqual({ left: 140, top: 108, right: 260, bottom: 132 });
});

test.each([
  ['below at the upper edge', dotAt(200, 20), { top: 38 }],
  ['to the right at the left edge', dotAt(30, 150), { left: 48 }],
  ['to the left at the right edge', dotAt(380, 150), { right: 362 }],
])('a label lies %s, where it fits on the map', (_, dot, expected) => {
  expect(place(dot)).toMatchObject(expected);
});

test('labels of close dots lie over no other label and no dot', () => {
  const dots = [dotAt(200, 150), dotAt(240, 165)];
  const takenBoxes: Box[] = [...dots];
  for (const dot of dots) takenBoxes.push(place(dot, takenBoxes)!);
  for (const [index, one] of takenBoxes.entries())
    for (const other of takenBoxes.slice(index + 1)) expect(overlaps(one, other)).toBe(false);
});

test('a label without a free side is not drawn', () => {
  expect(
    place(dotAt(200, 150), [{ left: 100, top: 100, right: 300, bottom: 200 }]),
  ).toBeUndefined();
});
