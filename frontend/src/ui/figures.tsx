import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { classes } from './classes.js';
import { agoChangesIn, agoText, clockText, dayIn, exactText, moneyParts } from './format.js';

/** ₹1,23,456.50 with quiet paise. */
export function Money({ paise, className }: { paise: number; className?: string }): ReactNode {
  const parts = moneyParts(paise);
  return (
    <span className={classes('num', className)}>
      {parts.rupees}
      <span className="paise">{parts.paise}</span>
    </span>
  );
}

const Zone = createContext<string | undefined>(undefined);

/** Days and clocks below it are those of the organization. */
export const ZoneProvider = Zone.Provider;

/** The organization's zone; undefined is the device's. */
export function useZone(): string | undefined {
  return useContext(Zone);
}

/** The organization's day, and again when it turns. */
export function useToday(): string {
  const zone = useZone();
  const [today, setToday] = useState(() => dayIn(zone, new Date()));
  useEffect(() => {
    const look = (): void => setToday(dayIn(zone, new Date()));
    look();
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, [zone]);
  return today;
}

interface TimeProps {
  /** An instant in UTC. */
  at: string;
  /** `ago`: 12 min ago, and it moves on; `clock`: 4:18 pm. */
  as?: 'ago' | 'clock';
  className?: string;
}

/** When something happened; the exact time is its title. */
export function Time({ at, as = 'ago', className }: TimeProps): ReactNode {
  const zone = useZone();
  const then = new Date(at);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const changesIn = as === 'ago' ? agoChangesIn(new Date(at), now) : undefined;
    if (changesIn === undefined) return undefined;
    const timer = setTimeout(() => setNow(new Date()), changesIn + 50);
    return () => clearTimeout(timer);
  }, [at, as, now]);
  return (
    <time dateTime={at} title={exactText(then, zone)} className={classes('num', className)}>
      {as === 'ago' ? agoText(then, now, zone) : clockText(then, zone)}
    </time>
  );
}
