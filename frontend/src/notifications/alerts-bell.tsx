import { t } from '@lingui/core/macro';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { useAlertCounts } from './alert-counts.js';
import { lazyPart } from '../ui/loading/code.js';
import { IconButton } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';

const AlertsPanel = lazyPart(() => import('./alerts-panel.js'));

/** covers less than a quarter of the bell, and ends with the content of the page */
const countClass = classes(
  'absolute top-0.5 right-1 h-4 min-w-4 rounded-full bg-accent px-0.75 text-center text-[0.6875rem]/4 font-strong text-on-accent tabular-nums',
  'ring-2 ring-canvas md:top-0 md:right-0',
);

/** Highest number on the bell, because a longer one covers it. The accessible name has more. */
const MAX_SHOWN = 9;

/**
 * Bell with the count of unread alerts. Opening resets the count; the open panel keeps the counts
 * that it started with.
 */
export function AlertsBell(): ReactNode {
  const { counts, total, failed, retry, markSeen } = useAlertCounts();
  useEffect(() => {
    // without a granted permission there is nothing to renew
    if (globalThis.Notification?.permission === 'granted')
      void import('../lib/installation/push.js')
        .then(({ renewPush }) => renewPush())
        .catch(() => undefined);
  }, []);
  const [countsAtOpening, setCountsAtOpening] = useState<AlertCounts>();
  const button = useRef<HTMLButtonElement>(null);

  const toggle = (): void => {
    setCountsAtOpening(countsAtOpening ? undefined : counts);
    if (!countsAtOpening && total > 0) markSeen();
  };

  return (
    <>
      <IconButton
        ref={button}
        // its count ends at the gutter
        className="relative max-md:mr-2"
        icon={Bell}
        title={t`Notifications`}
        label={total > 0 ? t`Notifications, ${total} new` : t`Notifications`}
        aria-haspopup="dialog"
        aria-expanded={countsAtOpening !== undefined}
        onClick={toggle}
      >
        {total > 0 && (
          <span className={countClass} aria-hidden="true">
            {total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}
          </span>
        )}
      </IconButton>
      <LazyMount when={countsAtOpening !== undefined}>
        <AlertsPanel
          anchor={button}
          open={countsAtOpening !== undefined}
          onClose={() => setCountsAtOpening(undefined)}
          counts={countsAtOpening ?? counts}
          failed={failed}
          onRetry={retry}
        />
      </LazyMount>
    </>
  );
}
