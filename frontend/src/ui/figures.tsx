import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { classes } from './classes.js';
import { agoText, clockText, dayIn, exactText, moneyParts } from './format.js';

/** ₹1,23,456.50 with quiet paise. */
export function Money({ paise, className }: { paise: number; className?: string }): ReactNode {
  const parts = moneyParts(paise);
  return (
    <span className={classes('num', className)}>
      {parts.rupees}
      <span className="font-regular text-ink-3">{parts.paise}</span>
    </span>
  );
}

const Zone = createContext<string | undefined>(undefined);

/** Days and clocks below it are those of the organization. */
export const ZoneProvider = Zone.Provider;

const zoneOfDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The organization's zone, or this device's for who is in none. */
export const useZone = (): string => useContext(Zone) ?? zoneOfDevice;

/** Shares a timer among all subscribers: a list has a hundred. @param tick in milliseconds */
function clock(tick: number): (watcher: () => void) => () => void {
  const watchers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (watcher) => {
    watchers.add(watcher);
    timer ??= setInterval(() => watchers.forEach((watch) => watch()), tick);
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
const [onTextTick, onSecond] = [clock(10_000), clock(1_000)];

/** The clock of texts, in milliseconds since 1970, and what tells that it was set. */
let textClock = {
  now: (): number => Date.now(),
  onSet:
    (_listener: () => void): (() => void) =>
    () =>
      undefined,
};

/** Texts of now follow this clock from then on. The app gives the server's. */
export function setTextClock(clock: typeof textClock): void {
  textClock = clock;
}

function onTextClock(listener: () => void): () => void {
  const stops = [onTextTick(listener), textClock.onSet(listener)];
  return () => stops.forEach((stop) => stop());
}

/** A text of now, and again when it reads otherwise. */
const useClockText = (textAt: (now: Date) => string): string =>
  useSyncExternalStore(onTextClock, () => textAt(new Date(textClock.now())));

/** Whole seconds that are counted, up or down, and again with each of them. */
export const useSeconds = (count: () => number): number => useSyncExternalStore(onSecond, count);

/** The organization's day, and again when it turns. */
export function useToday(): string {
  const zone = useZone();
  return useClockText((now) => dayIn(zone, now));
}

interface TimeProps {
  /** An instant in UTC. */
  at: string;
  /** `ago`: 12 min ago, and it moves on; `clock`: 4:18 pm. */
  as?: 'ago' | 'clock';
}

/** When something happened; the exact time is its title. */
export function Time({ at, as = 'ago' }: TimeProps): ReactNode {
  const zone = useZone();
  const then = new Date(at);
  const text = useClockText((now) =>
    as === 'ago' ? agoText(then, now, zone) : clockText(then, zone),
  );
  return (
    <time dateTime={at} title={exactText(then, zone)} className="num">
      {text}
    </time>
  );
}
