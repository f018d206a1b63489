import { useEffect, useRef, useState } from 'react';
import { Offline, Problem } from '../../lib/server/api.js';
import { useOnline } from '../../lib/server/network.js';
import { retryDelayMs } from '../../lib/outbox/outbox-item.js';

/** Whether a repeated upload can succeed: no network, or a busy server. */
export const canSucceedLater = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Problem && error.retryable);

/**
 * Retries with exponential backoff while something waits and there is a network. The returned
 * function records a failure.
 */
export function useRetry(isWaiting: boolean, retry: () => void): () => void {
  const online = useOnline();
  const [failures, setFailures] = useState(0);
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!isWaiting) setFailures(0);
  }, [isWaiting]);
  useEffect(() => {
    if (!isWaiting || !online) return;
    const timer = setTimeout(() => latest.current(), retryDelayMs(failures, Math.random()));
    return () => clearTimeout(timer);
  }, [isWaiting, online, failures]);
  return () => setFailures((before) => before + 1);
}
