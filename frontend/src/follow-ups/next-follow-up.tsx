import { t } from '@lingui/core/macro';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import type { FollowUp } from '#domain/leads/lead.views.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { Button } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { DueBadge } from '../ui/display/badge.js';
import { useToday } from '../ui/display/figures.js';
import { weekdayText } from '../ui/display/format.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { ScheduleDialog } from './lazy-dialogs.js';
import { useOpenFollowUps } from './open-follow-ups.js';

const buttonClass = '-my-2.5 justify-start gap-2 px-1 text-left';
const noFollowUps: readonly FollowUp[] = [];

/**
 * The earliest follow-up of a lead in one line. An open lead without one says so, and a press plans
 * it.
 * @param onOpen shows all follow-ups of the lead
 */
export function NextFollowUp({
  lead,
  isSent,
  onOpen,
  className,
}: {
  lead: KnownLead;
  /** Whether the server has the lead. */
  isSent: boolean;
  onOpen: () => void;
  className?: string;
}): ReactNode {
  const today = useToday();
  const [next] = useOpenFollowUps(lead.followUps ?? noFollowUps);
  const [isPlanning, setPlanning] = useState(false);
  const isOpenLead = lead.status !== undefined && openStatuses.includes(lead.status);
  const mayPlan = lead.followUps !== undefined && isOpenLead && isSent;
  return (
    <>
      {next ? (
        <Button kind="ghost" className={classes(buttonClass, className)} onClick={onOpen}>
          <span className="sr-only">{t`Next follow-up`}</span>
          <DueBadge days={daysBetween(today, next.dueOn)} />
          <span className="truncate max-[440px]:sr-only">{weekdayText(next.dueOn, today)}</span>
        </Button>
      ) : (
        mayPlan && (
          <Button
            kind="ghost"
            icon={CalendarPlus}
            className={classes(buttonClass, 'text-warning-ink', className)}
            onClick={() => setPlanning(true)}
          >
            {t`No follow-up`}
          </Button>
        )
      )}
      {/* the dialog stays open when somebody else plans a follow-up */}
      <LazyMount when={isPlanning}>
        <ScheduleDialog lead={lead} open={isPlanning} onClose={() => setPlanning(false)} />
      </LazyMount>
    </>
  );
}
