/** What a clock showed, in milliseconds since 1970, and how far the browser's own counter was then. That is never set, but may stand still while a phone sleeps. */
export interface Reading {
  readonly at: number;
  readonly counter: number;
}

/** Never less than was shown, and never slower than the browser's counter: a clock that is set back takes no time away. */
export const later = (last: Reading, clock: number, counter: number): Reading => ({
  at: Math.max(clock, last.at + Math.max(0, counter - last.counter)),
  counter,
});

const kept = 'fieldtrace-visit-clock';
/** How often what it shows is kept, in milliseconds: a page that is loaded anew goes on from there. */
const keepEvery = 5_000;

let last: Reading | undefined;
let keptAt = 0;

function read(): Reading {
  const counter = performance.now();
  try {
    return { at: Math.max(Date.now(), Number(localStorage.getItem(kept) ?? 0)), counter };
  } catch {
    return { at: Date.now(), counter };
  }
}

/** Browsers that keep nothing go without. */
function keep(at: number | undefined): void {
  keptAt = at ?? 0;
  try {
    if (at === undefined) localStorage.removeItem(kept);
    else localStorage.setItem(kept, String(at));
  } catch {
    return;
  }
}

/** Now, by the clock of the visit that is under way. */
export function visitNow(): number {
  last = later(last ?? read(), Date.now(), performance.now());
  if (last.at - keptAt >= keepEvery) keep(last.at);
  return last.at;
}

/** A visit begins: by the clock of the device, whatever it was before. */
export function visitBegins(): number {
  keep(undefined);
  last = undefined;
  return visitNow();
}
