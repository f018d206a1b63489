import { useEffect, useRef } from 'react';
import { invalidateAll } from '../lib/query-client.js';
import { serverNow } from '../lib/server/server-clock.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn } from '../ui/display/format.js';

/**
 * Delay after midnight: `after` for the server's clock, `spread` so that clients of a zone do not
 * refetch at once.
 */
const AT_MIDNIGHT_MS = { after: 3_000, spread: 60_000 };

/** Refetch delay after a day began; zero for a device that wakes up later. */
export function pauseAfterDayTurn(today: string, now: number, zone: string): number {
  const { after, spread } = AT_MIDNIGHT_MS;
  const hasJustTurned = dayIn(zone, new Date(now - spread)) !== today;
  return hasJustTurned ? after + Math.random() * spread : 0;
}

/** Refetches all queries after midnight, because due days and figures depend on the day. */
export function DayTurn(): null {
  const zone = useZone();
  const today = useToday();
  const before = useRef(today);
  useEffect(() => {
    if (before.current === today) return undefined;
    before.current = today;
    const timer = setTimeout(
      () => void invalidateAll(),
      pauseAfterDayTurn(today, serverNow(), zone),
    );
    return () => clearTimeout(timer);
  }, [today, zone]);
  return null;
}
