import { useEffect, useRef } from 'react';
import { invalidateAll } from '../lib/query-client.js';
import { serverNow } from '../lib/server-clock.js';
import { useToday, useZone } from '../ui/figures.js';
import { dayIn } from '../ui/format.js';

/**
 * All open apps of a zone turn the day together: their questions are spread over a minute, and
 * begin when the server has surely turned it.
 */
const AT_MIDNIGHT_MS = { after: 3_000, spread: 60_000 };

/**
 * Pause before a day that began at an instant is asked for. An app that wakes up in the morning
 * waits for nothing.
 */
export function pauseAfterDayTurn(today: string, now: number, zone: string): number {
  const { after, spread } = AT_MIDNIGHT_MS;
  const hasJustTurned = dayIn(zone, new Date(now - spread)) !== today;
  return hasJustTurned ? after + Math.random() * spread : 0;
}

/**
 * Reloads all queries after midnight: due days, inactive reps and weekly figures depend on the day.
 */
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
