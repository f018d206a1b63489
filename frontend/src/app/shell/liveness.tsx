import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLiveStatus } from '../../lib/live/live.js';
import { isPast } from '../../kit/records/past-day.js';
import { LiveIndicator } from '../../ui/display/live-indicator.js';
import { i18n } from '../../words/i18n.js';

const statusNames = {
  live: msg`Live`,
  reconnecting: msg`Reconnecting`,
  offline: msg`No network`,
  past: msg`Past day`,
};

/**
 * Live status: whether changes by others show by themselves, which they do not on a past day.
 * `isInSidebar`: only the dot while the sidebar is narrow.
 */
export function Liveness({ isInSidebar = false }: { isInSidebar?: boolean }): ReactNode {
  const [search] = useSearchParams();
  const liveStatus = useLiveStatus();
  const status = isPast(search) ? 'past' : liveStatus;
  return (
    <span role="status">
      <LiveIndicator live={status === 'live'}>
        <span className={isInSidebar ? 'md:max-lg:sr-only' : undefined}>
          {i18n._(statusNames[status])}
        </span>
      </LiveIndicator>
    </span>
  );
}
