import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, useRef, useState, type ReactNode } from 'react';
import type { AlertCounts } from '#domain/leads/lead.views.js';
import { get, newId, sendCommand } from '../lib/api.js';
import { Count } from '../ui/badge.js';
import { IconButton } from '../ui/button.js';
import { LazyMount } from '../ui/lazy-mount.js';

const AlertsPanel = lazy(() => import('./alerts-panel.js'));

const key = ['alerts', 'counts'];
const none: AlertCounts = { newLeads: 0, dueFollowUps: 0 };

/** What came for me and what is due. Opening it starts the counts anew; what it opened with stays to be read. */
export function AlertsBell(): ReactNode {
  const client = useQueryClient();
  const {
    data = none,
    isError,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: () => get<AlertCounts>('/api/alerts/counts'),
    meta: { views: ['lead-assignments', 'follow-ups', 'alerts-seen'], kept: true },
  });
  const seen = useMutation({
    mutationFn: () => sendCommand('MarkAlertsSeen', {}, { id: newId() }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const [opened, setOpened] = useState<AlertCounts>();
  const button = useRef<HTMLButtonElement>(null);
  const total = data.newLeads + data.dueFollowUps;

  const toggle = (): void => {
    setOpened(opened ? undefined : data);
    if (!opened && total > 0) seen.mutate();
  };

  return (
    <>
      <IconButton
        ref={button}
        className="bellbtn"
        icon={Bell}
        title="Alerts"
        label={total > 0 ? `Alerts, ${total} new` : 'Alerts'}
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        onClick={toggle}
      >
        <Count value={total} />
      </IconButton>
      <LazyMount when={opened !== undefined}>
        <AlertsPanel
          anchor={button}
          open={opened !== undefined}
          onClose={() => setOpened(undefined)}
          counts={opened ?? data}
          failed={isError}
          onRetry={() => void refetch()}
        />
      </LazyMount>
    </>
  );
}
