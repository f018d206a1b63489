import { useEffect, useRef } from 'react';
import { invalidateAll } from '../lib/query-client.js';
import { useToday } from '../ui/figures.js';

/** By how much the server's clock may be behind this one, in milliseconds: asked at once, it may still answer with yesterday. */
const apart = 60_000;

/** What is due, who is quiet and what a week brought is cut at the day: all of it is asked for again when that turns. */
export function DayTurn(): null {
  const today = useToday();
  const before = useRef(today);
  useEffect(() => {
    if (before.current === today) return undefined;
    before.current = today;
    void invalidateAll();
    const again = setTimeout(() => void invalidateAll(), apart);
    return () => clearTimeout(again);
  }, [today]);
  return null;
}
