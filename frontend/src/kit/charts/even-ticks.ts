import { shortMoney } from '../../ui/display/format.js';

/** Steps of an axis, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const MAX_STEPS = 4;

/**
 * Labels of an axis from 0 to at least `max`, in equal round steps.
 * @param min smallest end of the axis
 */
export function evenTicks(max: number, min = 1): readonly number[] {
  const axisEnd = Math.max(max, min);
  const power = 10 ** Math.floor(Math.log10(axisEnd / MAX_STEPS));
  const step = Math.max(1, power * STEPS.find((each) => axisEnd <= each * power * MAX_STEPS)!);
  return Array.from({ length: Math.ceil(axisEnd / step) + 1 }, (_, index) => index * step);
}

/** Numeric axis from 0 to at least `max`. */
function evenAxis(max: number, min?: number) {
  const ticks = evenTicks(max, min);
  return { ticks: [...ticks], domain: [0, ticks.at(-1)!] as [number, number] };
}

/** Smallest range of a money axis: ₹1,000. */
const MIN_PAISE = 100_000;

/** Label of a round amount, without trailing zeros: `₹1.5 Cr`. */
const tickText = (paise: number): string => shortMoney(paise).replace(/\.?0+(?=\u00a0)/, '');

/** Axis of money. Its steps are so round that short labels are exact. */
export const moneyAxis = (maxPaise: number) => ({
  ...evenAxis(maxPaise, MIN_PAISE),
  tickFormatter: tickText,
});
