import { create } from 'zustand';

/** Offset of the server's clock to this device's; undefined until the first answer. */
export const useServerClock = create<{ readonly aheadMs: number | undefined }>(() => ({
  aheadMs: undefined,
}));

/** Smaller differences are noise: the header has whole seconds, and answers take time. */
const TOLERANCE_MS = 5_000;

/** Part of a second that the header leaves out, on average. */
const MEAN_FRACTION_MS = 500;

/**
 * Updates the server's time.
 * @param date the `Date` header of an answer
 */
export function updateServerClock(date: string | null): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const aheadMs = serverTime + MEAN_FRACTION_MS - Date.now();
  const knownOffset = useServerClock.getState().aheadMs;
  if (knownOffset !== undefined && Math.abs(knownOffset - aheadMs) < TOLERANCE_MS) return;
  useServerClock.setState({ aheadMs: Math.abs(aheadMs) < TOLERANCE_MS ? 0 : aheadMs });
}

/** Current time by the server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + (useServerClock.getState().aheadMs ?? 0);

/** Calls the listener when the offset becomes known or changes. */
export const onServerClockChange = (listener: () => void): (() => void) =>
  useServerClock.subscribe(listener);
