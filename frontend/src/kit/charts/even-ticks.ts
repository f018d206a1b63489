/** Steps of an axis, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const MOST_STEPS = 4;

/**
 * Labels of an axis from 0 to at least `most`, in equal round steps.
 * @param least smallest end of the axis
 */
export function evenTicks(most: number, least = 1): readonly number[] {
  const end = Math.max(most, least);
  const power = 10 ** Math.floor(Math.log10(end / MOST_STEPS));
  const step = Math.max(1, power * STEPS.find((each) => end <= each * power * MOST_STEPS)!);
  return Array.from({ length: Math.ceil(end / step) + 1 }, (_, place) => place * step);
}
