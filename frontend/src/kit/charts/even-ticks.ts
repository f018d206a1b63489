import { shortMoney } from '../../ui/display/format.js';

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
  return Array.from({ length: Math.ceil(end / step) + 1 }, (_, index) => index * step);
}

/** Numeric axis from 0 to at least `most`. */
export function evenAxis(most: number, least?: number) {
  const ticks = evenTicks(most, least);
  return { ticks: [...ticks], domain: [0, ticks.at(-1)!] as [number, number] };
}

/** Smallest range of a money axis: ₹1,000. */
const LEAST_PAISE = 100_000;

/** Axis of money. Its steps are so round that short labels are exact. */
export const moneyAxis = (mostPaise: number) => ({
  ...evenAxis(mostPaise, LEAST_PAISE),
  tickFormatter: shortMoney,
});
