import { useSeconds } from '../ui/figures.js';
import { keepText, keptFields } from '../ui/kept-text.js';
import { activeSeconds } from './visit-in-progress.js';
import { type Timer } from './visit-so-far.js';

/** When a visit began by the device's clock, how long it is counted since, and how far the browser's own counter was then; all in milliseconds. */
export interface Count {
  readonly begun: number;
  readonly counted: number;
  /** Is never set, but may stand still while a phone sleeps, and begins again with the page. */
  readonly counter: number;
}

export const counting = (last: Count, counter: number): Count => ({ ...last, counted: last.counted + Math.max(0, counter - last.counter), counter });

/**
 * What the device's clock shows, and never less than was counted: set back, it takes no time away. Nothing else is kept of what it
 * has shown: once it was set right again, no one remembers that it was ahead.
 *
 * Two cases are accepted, because a page cannot tell them from a phone that slept, whose counter stands still while its clock goes on.
 * A clock that is ahead at the very moment in which Pause, Resume or End is pressed makes the pause or the visit that much longer. And
 * of a phone that slept and whose clock was set back before it was looked at again, the visit lacks so much of its sleep as the clock
 * was set back by, at most all of it. Both need a clock that is set by hand within the visit: one that the network sets is right.
 */
export const shownBy = ({ begun, counted }: Count, clock: number): number => Math.max(clock, begun + counted);

const kept = 'fieldtrace-visit-clock';
/** How often what is counted is kept, in milliseconds: a page that is loaded anew goes on from there. */
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
export const useVisitSeconds = (timer: Timer): number => useSeconds(() => activeSeconds(timer, visitNow()));
