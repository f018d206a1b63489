import { useSeconds } from '../ui/figures.js';
import { keepText, keptFields } from '../ui/kept-text.js';
import { activeSeconds } from './visit-in-progress.js';
import { type Timer } from './visit-so-far.js';

/**
 * When a visit began by the device's clock, how long it is counted since, and how far the browser's
 * own counter was then; all in milliseconds.
 */
export interface Count {
  readonly begun: number;
  readonly counted: number;
  /** Is never set, but may stand still while a phone sleeps, and begins again with the page. */
  readonly counter: number;
}

export const counting = (last: Count, counter: number): Count => ({
  ...last,
  counted: last.counted + Math.max(0, counter - last.counter),
  counter,
});

/**
 * Time by the device's clock, never less than the counted time, so a clock set back costs nothing.
 * Earlier clock readings are not kept, so a clock that was ahead and is corrected leaves no trace.
 *
 * Two errors are accepted. A page cannot tell them from a sleeping phone, whose counter stops while
 * its clock runs.
 * - Clock ahead while Pause, Resume or End is pressed: the pause or visit is longer by that much.
 * - Clock set back after a sleep, before the next look: the visit loses that much of the sleep.
 *
 * Both need a clock set by hand during the visit; network time is right.
 */
export const shownBy = ({ begun, counted }: Count, clock: number): number =>
  Math.max(clock, begun + counted);

const kept = 'fieldtrace-visit-clock';
/**
 * How often what is counted is kept, in milliseconds: a page that is loaded anew goes on from
 * there.
 */
const keepEvery = 5_000;

let last: Count | undefined;
let keptAt = 0;

const fromNow = (): Count => ({ begun: Date.now(), counted: 0, counter: performance.now() });

function keep({ begun, counted }: Count): void {
  keptAt = counted;
  keepText(kept, JSON.stringify({ begun, counted }));
}

/** Now, by the clock of the visit that is under way. */
export function visitNow(): number {
  // The counter has begun again since it was kept. Browsers that keep nothing go without.
  last = counting(last ?? { ...fromNow(), ...keptFields<Count>(kept) }, performance.now());
  if (last.counted - keptAt >= keepEvery) keep(last);
  return shownBy(last, Date.now());
}

/** A visit begins: by the clock of the device, whatever it was before. */
export function visitBegins(): number {
  last = fromNow();
  keep(last);
  return visitNow();
}

/** How long a visit has lasted without its pauses, again each second. */
export const useVisitSeconds = (timer: Timer): number =>
  useSeconds(() => activeSeconds(timer, visitNow()));
