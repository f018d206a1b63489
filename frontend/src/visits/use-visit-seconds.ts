import { useEffect, useState } from 'react';
import { visitNow } from './visit-clock.js';
import { activeSeconds, stateOfTimer, type Timer } from './visit-in-progress.js';

/** How long a visit has lasted without its pauses, again each second while it runs. */
export function useVisitSeconds(timer: Timer): number {
  const [now, setNow] = useState(visitNow);
  const isRunning = stateOfTimer(timer) === 'running';
  useEffect(() => {
    setNow(visitNow());
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setNow(visitNow()), 1_000);
    return () => clearInterval(ticking);
  }, [isRunning, timer.startedAt]);
  return activeSeconds(timer, now);
}
