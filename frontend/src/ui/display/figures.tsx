import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { classes } from '../classes.js';
import {
  agoText,
  clockText,
  dayIn,
  dayText,
  exactText,
  money,
  moneyParts,
  secondText,
  shortMoney,
} from './format.js';

interface MoneyProps {
  paise: number;
  /**
   * `exact`: ₹1,23,456.00, for documents, bills and forms; `plain`: ₹1,23,456 and ₹1,23,456.50, for
   * lists; `short`: ₹1.23 L, for sums and rankings, with the exact amount as its title.
   */
  as?: 'exact' | 'plain' | 'short';
  className?: string;
}

/** Amount of money; paise are set smaller. */
export function Money({ paise, as = 'exact', className }: MoneyProps): ReactNode {
  if (as === 'short')
    return (
      <span className={classes('num', className)}>
        <span aria-hidden="true" title={money(paise)}>
          {shortMoney(paise)}
        </span>
        <span className="sr-only">{money(paise)}</span>
      </span>
    );
  const parts = moneyParts(paise);
  if (as === 'plain' && paise % 100 === 0)
    return <span className={classes('num', className)}>{parts.rupees}</span>;
  return (
    <span className={classes('num', className)}>
      {parts.rupees}
      <span className="font-regular text-ink-3">{parts.paise}</span>
    </span>
  );
}

const arrows: Readonly<Record<string, string>> = { '−': '▼', '+': '▲', '>': '▲\u00a0>' };

/** Change of a figure in percent, such as `−5%`, with an arrow in place of its sign. */
export const Change = ({ text }: { text: string }): ReactNode => (
  <span className="font-medium text-ink num">
    <span className="sr-only">{text}</span>
    <span aria-hidden="true">{text.replace(/^[−+>]/, (sign) => `${arrows[sign]}\u00a0`)}</span>
  </span>
);

const ZoneContext = createContext<string | undefined>(undefined);

/** Provides the organization's time zone for days and clocks. */
export const ZoneProvider = ZoneContext.Provider;

export const zoneOfDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The organization's time zone, or this device's without an organization. */
export const useZone = (): string => useContext(ZoneContext) ?? zoneOfDevice;

/**
 * Shares one timer among all subscribers, because a list has hundreds.
 * @param tickMs interval of the timer
 */
function createSharedTimer(tickMs: number): (watcher: () => void) => () => void {
  const watchers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (watcher) => {
    watchers.add(watcher);
    timer ??= setInterval(() => watchers.forEach((watch) => watch()), tickMs);
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
/** Interval at which relative texts, such as "2 min ago", are written anew. */
const TEXT_TICK_MS = 10_000;
const onTextTick = createSharedTimer(TEXT_TICK_MS);
const onSecond = createSharedTimer(1_000);

/**
 * Clock for relative texts: current time in milliseconds, and a subscription to its adjustments.
 */
let textClock = {
  now: (): number => Date.now(),
  onSet:
    (_listener: () => void): (() => void) =>
    () =>
      undefined,
};

/** Sets the clock of relative texts. The app uses the server's. */
export function setTextClock(clock: typeof textClock): void {
  textClock = clock;
}

function subscribeToTextClock(listener: () => void): () => void {
  const unsubscribers = [onTextTick(listener), textClock.onSet(listener)];
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
}

const FixedClock = createContext<number | undefined>(undefined);

/** Fixes the clock of relative texts inside at an instant, in milliseconds. */
export const ClockProvider = FixedClock.Provider;

/** Text of the current time; rerenders only when the text changes. */
function useClockText(textAt: (now: Date) => string): string {
  const fixed = useContext(FixedClock);
  return useSyncExternalStore(subscribeToTextClock, () =>
    textAt(new Date(fixed ?? textClock.now())),
  );
}

/** Seconds counted up or down; rerenders each second. */
export const useSeconds = (count: () => number): number => useSyncExternalStore(onSecond, count);

/** The organization's current day; rerenders when it changes. */
export function useToday(): string {
  const zone = useZone();
  return useClockText((now) => dayIn(zone, now));
}

interface TimeProps {
  /** UTC instant. */
  at: string;
  /** `ago`: "12 min ago", updated, and exact under a fixed clock; `clock`: "4:18 pm". */
  as?: keyof typeof timeTexts;
}

const timeTexts = {
  ago: agoText,
  clock: (at: Date, _now: Date, zone: string) => clockText(at, zone),
};
const pastText = (at: Date, now: Date, zone: string): string =>
  `${dayText(dayIn(zone, at), dayIn(zone, now))}, ${secondText(at, zone)}`;

/** Time of an event; the exact time is its title. */
export function Time({ at, as = 'ago' }: TimeProps): ReactNode {
  const zone = useZone();
  const date = new Date(at);
  const isFixed = useContext(FixedClock) !== undefined;
  const textAt = isFixed && as !== 'clock' ? pastText : timeTexts[as];
  const text = useClockText((now) => textAt(date, now, zone));
  return (
    <time dateTime={at} title={exactText(date, zone)} className="num">
      {text}
    </time>
  );
}
