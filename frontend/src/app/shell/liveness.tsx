import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLiveStatus } from '../../lib/live/live.js';
import { LiveDot } from '../../ui/display/live-dot.js';
import { i18n } from '../../words/i18n.js';

const statusNames = { live: msg`Live`, reconnecting: msg`Reconnecting`, offline: msg`No network` };

/**
 * Live status: whether changes by others show by themselves. `folds`: only the dot in the narrow
 * sidebar.
 */
export function Liveness({ folds = false }: { folds?: boolean }): ReactNode {
  const status = useLiveStatus();
  return (
    <span role="status">
      <LiveDot live={status === 'live'}>
        <span className={folds ? 'md:max-lg:sr-only' : undefined}>
          {i18n._(statusNames[status])}
        </span>
      </LiveDot>
    </span>
  );
}
