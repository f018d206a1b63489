import { useEffect, useRef, useState } from 'react';
import { Offline, Problem } from '../lib/api.js';
import { useOnline } from '../lib/network.js';
import { waitBefore } from '../lib/outbox-item.js';

/**
 * Whether the same upload can succeed later: there was no network, or the server was busy or down.
 */
export const canSucceedLater = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Problem && error.retryable);

/**
 * Calls `retry` while something waits: after two seconds, then ever more seldom up to once a
 * minute, and only with a network. What it answers is called after each failure.
 */
export function useRetry(waits: boolean, retry: () => void): () => void {
  const online = useOnline();
  const [failures, setFailures] = useState(0);
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!waits) setFailures(0);
  }, [waits]);
  useEffect(() => {
    if (!waits || !online) return;
    const timer = setTimeout(() => latest.current(), waitBefore(failures, Math.random()));
    return () => clearTimeout(timer);
  }, [waits, online, failures]);
  return () => setFailures((before) => before + 1);
}
