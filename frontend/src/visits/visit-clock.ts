import { useSeconds } from '../ui/display/figures.js';
import { storeText, readStoredFields } from '../browser/stored-text.js';
import { activeSeconds } from './visit-in-progress.js';
import { type Timer } from '../kit/visits/visit-so-far.js';

/**
 * Start of a visit by the device's clock, counted time, and the monotonic counter at that time, in
 * milliseconds.
 */
export interface ClockReading {
  readonly begun: number;
  readonly counted: number;
  /** Monotonic, but it may stop while a phone sleeps, and restarts with the page. */
  readonly counter: number;
}

/** Adds the time since the last reading to the count. */
export const withCountUntil = (last: ClockReading, counter: number): ClockReading => ({
  ...last,
  counted: last.counted + Math.max(0, counter - last.counter),
  counter,
});

/**
 * Visit time by the device's clock, never less than the counted time, so that setting the clock
 * back costs nothing.
 *
 * Two errors are accepted, because a page cannot tell them from a sleeping phone:
 * - A clock that is ahead at Pause, Resume or End lengthens the pause or visit.
 * - A clock set back after a sleep loses that much of the sleep.
 *
 * Both need a clock set by hand during the visit.
 */
export const visitTime = ({ begun, counted }: ClockReading, clock: number): number =>
  Math.max(clock, begun + counted);

const STORAGE_KEY = 'fieldtrace-visit-clock';
/** Interval at which the count is stored; a reload continues from there. */
const STORE_INTERVAL_MS = 5_000;

let lastReading: ClockReading | undefined;
let storedCount = 0;

const startReading = (): ClockReading => ({
  begun: Date.now(),
  counted: 0,
  counter: performance.now(),
});

function storeClock({ begun, counted }: ClockReading): void {
  storedCount = counted;
  storeText(STORAGE_KEY, JSON.stringify({ begun, counted }));
}

/** Current time by the running visit's clock. */
export function visitNow(): number {
  // After a reload the counter is read anew, because it has restarted, and the stored start and
  // count are kept. A browser without storage begins again.
  lastReading = withCountUntil(
    lastReading ?? { ...startReading(), ...readStoredFields<ClockReading>(STORAGE_KEY) },
    performance.now(),
  );
  if (lastReading.counted - storedCount >= STORE_INTERVAL_MS) storeClock(lastReading);
  return visitTime(lastReading, Date.now());
}

/** Starts the clock of a visit from the device's time. */
export function startVisitClock(): number {
  lastReading = startReading();
  storeClock(lastReading);
  return visitNow();
}

/** Seconds of a visit without its pauses; rerenders each second. */
export const useVisitSeconds = (timer: Timer): number =>
  useSeconds(() => activeSeconds(timer, visitNow()));
