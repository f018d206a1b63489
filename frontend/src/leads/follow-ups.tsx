import { t } from '@lingui/core/macro';
import { lazy, type ReactNode, useState } from 'react';
import { daysBetween } from '#domain/kernel/days.js';
import type { FollowUp } from '#domain/leads/lead.views.js';
import type { KnownLead } from '../shared/seen-leads.js';
import { useComplete, useStillOpen } from '../shared/use-complete.js';
import { DueBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { weekdayText } from '../ui/format.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { CardHead } from '../ui/surface.js';

const ScheduleDialog = lazy(async () => ({ default: (await import('../shared/follow-up-dialogs.js')).ScheduleDialog }));
const CancelDialog = lazy(async () => ({ default: (await import('../shared/follow-up-dialogs.js')).CancelDialog }));

const none: readonly FollowUp[] = [];

/** What is planned with a lead, earliest first; each can be done, or called off with a reason. */
export function FollowUps({ lead, isSent }: { lead: KnownLead; isSent: boolean }): ReactNode {
  const [planning, setPlanning] = useState(false);
  const followUps = useStillOpen(lead.followUps ?? none);
  return (
    <section className="card" aria-labelledby="lead-follow-ups">
      <CardHead title={followUps.length > 1 ? t`Follow-ups` : t`Next follow-up`} id="lead-follow-ups">
        {isSent && (
          <Button kind="ghost" className="-my-2 -mr-3 px-3 text-accent-ink" onClick={() => setPlanning(true)}>
            {t`Add`}
          </Button>
        )}
      </CardHead>
      <div className="card-b stack gap-3 pt-1">
        {followUps.length === 0 && <p className="label text-ink-2">{lead.followUps ? t`None planned.` : t`Not on this device yet`}</p>}
        {followUps.map((followUp) => (
          <Planned key={followUp.followUpId} lead={lead} followUp={followUp} isSent={isSent} />
        ))}
      </div>
      <LazyMount when={planning}>
        <ScheduleDialog lead={lead} open={planning} onClose={() => setPlanning(false)} />
      </LazyMount>
    </section>
  );
}

function Planned({ lead, followUp: { followUpId, dueOn, note }, isSent }: { lead: KnownLead; followUp: FollowUp; isSent: boolean }): ReactNode {
  const today = useToday();
  const { busy, complete } = useComplete(lead, { followUpId, dueOn });
  const [cancelling, setCancelling] = useState(false);
  return (
    <div>
      <div className="row between items-start">
        <span className="grow">
          <span className="label font-medium block">{weekdayText(dueOn, today)}</span>
          {note && <span className="label text-ink-2 line-clamp-2 min-w-0 wrap-anywhere">{note}</span>}
        </span>
        <DueBadge days={daysBetween(today, dueOn)} />
      </div>
      {isSent && (
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button busy={busy} onClick={complete}>
            {t`Mark Complete`}
          </Button>
          <Button kind="ghost" onClick={() => setCancelling(true)}>
            {t`Cancel visit`}
          </Button>
        </div>
      )}
      <LazyMount when={cancelling}>
        <CancelDialog lead={lead} followUpId={followUpId} open={cancelling} onClose={() => setCancelling(false)} />
      </LazyMount>
    </div>
  );
}
