import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { newId, sendCommand } from '../lib/api.js';
import { answerOf } from '../shared/answer.js';
import { IconButton } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { LazyMount } from '../ui/lazy-mount.js';

const AlertsPanel = lazy(() => import('./alerts-panel.js'));

const countsQuery = answerOf('/api/alerts/counts', ['alerts', 'alerts-seen'], {});
const none: AlertCounts = { lead: 0, followup: 0, offer: 0, bill: 0, team: 0 };

const count = classes(
  'absolute top-px -right-0.5 h-4.5 min-w-4.5 rounded-full bg-accent px-1.25 text-center text-[0.6875rem]/4.5 font-strong text-on-accent tabular-nums',
  'ring-2 ring-canvas md:-top-0.75 md:-right-0.75',
);

/** What I was told of since it was last opened. Opening it starts the counts anew; what it opened with stays to be read. */
export function AlertsBell(): ReactNode {
  const client = useQueryClient();
  const { data: counts = none, isError, refetch } = useQuery(countsQuery);
  const seen = useMutation({
    mutationFn: () => sendCommand('MarkAlertsSeen', {}, { id: newId() }),
    onSettled: () => client.invalidateQueries({ queryKey: countsQuery.queryKey }),
  });
  useEffect(() => {
    // nobody else has asked for it
    if (globalThis.Notification?.permission === 'granted') void import('../lib/push.js').then(({ renewPush }) => renewPush()).catch(() => undefined);
  }, []);
  const [opened, setOpened] = useState<AlertCounts>();
  const button = useRef<HTMLButtonElement>(null);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);

  const toggle = (): void => {
    setOpened(opened ? undefined : counts);
    if (!opened && total > 0) seen.mutate();
  };

  return (
    <>
      <IconButton
        ref={button}
        className="relative"
        icon={Bell}
        title={t`Alerts`}
        label={total > 0 ? t`Alerts, ${total} new` : t`Alerts`}
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        onClick={toggle}
      >
        {/* beside the bell, which "99+" would cover */}
        {total > 0 && (
          <span className={count} aria-hidden="true">
            {total > 99 ? '99+' : total}
          </span>
        )}
      </IconButton>
      <LazyMount when={opened !== undefined}>
        <AlertsPanel
          anchor={button}
          open={opened !== undefined}
          onClose={() => setOpened(undefined)}
          counts={opened ?? counts}
          failed={isError}
          onRetry={() => void refetch()}
        />
      </LazyMount>
    </>
  );
}
