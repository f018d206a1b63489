import { create } from 'zustand';

/** How far the server's clock is ahead of this device's; undefined until an answer has told. */
export const useServerClock = create<{ readonly aheadMs: number | undefined }>(() => ({
  aheadMs: undefined,
}));

/** The header has whole seconds, and an answer takes its time. */
const NOISE_MS = 5_000;

/** @param date the `Date` header of an answer of the server */
export function hearServerTime(date: string | null): void {
  const heard = Date.parse(date ?? '');
  if (Number.isNaN(heard)) return;
  const aheadMs = heard + 500 - Date.now();
  const known = useServerClock.getState().aheadMs;
  if (known !== undefined && Math.abs(known - aheadMs) < NOISE_MS) return;
  useServerClock.setState({ aheadMs: Math.abs(aheadMs) < NOISE_MS ? 0 : aheadMs });
}

/** Now by the server's clock, as far as it is known, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + (useServerClock.getState().aheadMs ?? 0);

/**
 * Told when the difference becomes known or changes, because somebody has set the device's clock.
 */
export const onServerClockChange = (listener: () => void): (() => void) =>
  useServerClock.subscribe(listener);
