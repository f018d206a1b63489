import { t } from '@lingui/core/macro';
import { CalendarX2 } from 'lucide-react';
import { type ReactNode } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import type { FollowUp } from '#domain/leads/lead.views.js';
import { useIsPast } from '../kit/records/past-day.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { CancelDialog, ScheduleDialog } from './lazy-dialogs.js';
import { useCompleteFollowUp } from './complete-follow-up.js';
import { useOpenFollowUps } from './open-follow-ups.js';
import { DueBadge } from '../ui/display/badge.js';
import { Button } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { useToday } from '../ui/display/figures.js';
import { weekdayText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { LazyMount, useDialogOf } from '../ui/loading/lazy-mount.js';
import { Card } from '../ui/layout/surface.js';

const noFollowUps: readonly FollowUp[] = [];

/** Open follow-ups of a lead, earliest first, with buttons to complete or cancel them. */
export function LeadFollowUps({
  lead,
  isSent,
}: {
  lead: KnownLead;
  /** Whether the server has the lead. */
  isSent: boolean;
}): ReactNode {
  const isPast = useIsPast();
  const openFollowUps = useOpenFollowUps(lead.followUps ?? noFollowUps);
  // waiting commands do not change a past day
  const followUps = isPast ? (lead.followUps ?? noFollowUps) : openFollowUps;
  const { item: followUpIdToCancel, openFor: cancel, dialog } = useDialogOf<string>();
  return (
    <Card
      title={followUps.length > 1 ? t`Follow-ups` : t`Next follow-up`}
      headerEnd={
        isSent && (
          <DialogButton
            kind="ghost"
            className="-my-2 -mr-3 px-3 text-accent-ink"
            dialog={(state) => <ScheduleDialog lead={lead} {...state} />}
          >
            {t`Add`}
          </DialogButton>
        )
      }
      bodyClassName="stack gap-3 pt-1"
    >
      {followUps.length === 0 && <NoFollowUps lead={lead} />}
      {followUps.map((followUp) => (
        <FollowUpEntry
          key={followUp.followUpId}
          lead={lead}
          followUp={followUp}
          isSent={isSent}
          onCancel={cancel}
        />
      ))}
      <LazyMount when={dialog.open}>
        {followUpIdToCancel && (
          <CancelDialog
            key={followUpIdToCancel}
            lead={lead}
            followUpId={followUpIdToCancel}
            {...dialog}
          />
        )}
      </LazyMount>
    </Card>
  );
}

/** Says that no follow-up is planned, as a warning if the lead is open. */
function NoFollowUps({ lead: { followUps, status } }: { lead: KnownLead }): ReactNode {
  if (!followUps) return <p className="label text-ink-2">{t`Not on this device yet`}</p>;
  if (status === undefined || !openStatuses.includes(status))
    return <p className="label text-ink-2">{t`None planned.`}</p>;
  return (
    <p className="label row font-medium text-warning-ink">
      <Icon icon={CalendarX2} />
      {t`None planned.`}
    </p>
  );
}

function FollowUpEntry({
  lead,
  followUp: { followUpId, dueOn, note },
  isSent,
  onCancel,
}: {
  lead: KnownLead;
  followUp: FollowUp;
  isSent: boolean;
  onCancel: (followUpId: string) => void;
}): ReactNode {
  const today = useToday();
  const { busy, complete } = useCompleteFollowUp(lead, { followUpId, dueOn });
  return (
    <div>
      <div className="row between items-start">
        <span className="grow">
          <span className="label font-medium block">{weekdayText(dueOn, today)}</span>
          {note && (
            <span className="label text-ink-2 line-clamp-2 min-w-0 wrap-anywhere">{note}</span>
          )}
        </span>
        <DueBadge days={daysBetween(today, dueOn)} />
      </div>
      {isSent && (
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button busy={busy} onClick={complete}>
            {t`Mark Complete`}
          </Button>
          <Button kind="ghost" onClick={() => onCancel(followUpId)}>
            {t`Cancel follow-up`}
          </Button>
        </div>
      )}
    </div>
  );
}
