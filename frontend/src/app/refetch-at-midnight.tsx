import { useEffect, useRef } from 'react';
import { invalidateAll } from '../lib/query-client.js';
import { serverNow } from '../lib/server/server-clock.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn } from '../ui/display/format.js';

/**
 * Delay after midnight: `base` lets the server's clock pass midnight first; `spread` keeps clients
 * of one time zone from refetching at once.
 */
const MIDNIGHT_DELAY_MS = { base: 3_000, spread: 60_000 };

/** Delay of the refetch after midnight; zero on a device that wakes up later. */
export function refetchDelayMs(today: string, now: number, zone: string): number {
  const { base, spread } = MIDNIGHT_DELAY_MS;
  const hasJustTurned = dayIn(zone, new Date(now - spread)) !== today;
  return hasJustTurned ? base + Math.random() * spread : 0;
}

/** Refetches all queries after midnight, because due days and figures depend on the day. */
export function RefetchAtMidnight(): null {
  const zone = useZone();
  const today = useToday();
  const lastDay = useRef(today);
  useEffect(() => {
    if (lastDay.current === today) return undefined;
    lastDay.current = today;
    const timer = setTimeout(() => void invalidateAll(), refetchDelayMs(today, serverNow(), zone));
    return () => clearTimeout(timer);
  }, [today, zone]);
  return null;
}
