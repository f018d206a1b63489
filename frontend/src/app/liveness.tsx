import type { ReactNode } from 'react';
import { useLiveStatus } from '../lib/live.js';
import { LiveDot } from '../ui/live-dot.js';

const words = { live: 'Live', reconnecting: 'Reconnecting', offline: 'No network' };

/** Whether changes of others show by themselves just now. */
export function Liveness(): ReactNode {
  const status = useLiveStatus();
  return (
    <span role="status">
      <LiveDot live={status === 'live'}>{words[status]}</LiveDot>
    </span>
  );
}
