import { t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { timer as timerText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { Link } from '../ui/buttons/link.js';
import { LiveIndicator } from '../ui/display/live-indicator.js';
import { useVisitSeconds } from './visit-clock.js';
import { stateOfTimer } from './visit-in-progress.js';
import { type VisitSoFar } from '../kit/visits/visit-so-far.js';

function labelOfState(state: ReturnType<typeof stateOfTimer>): string {
  if (state === 'running') return t`Visit`;
  return state === 'paused' ? t`Paused` : t`Not saved`;
}

/** Running visit, shown on every screen: lead, time, and a link to it. */
export default function RunningVisit({ visit: { lead, timer } }: { visit: VisitSoFar }): ReactNode {
  const seconds = useVisitSeconds(timer);
  const state = stateOfTimer(timer);
  return (
    <Link
      to="/visits/new"
      className="running-visit fixed right-0 bottom-(--ft-nav) left-0 z-(--ft-z-nav) flex min-h-(--ft-visit) items-center gap-2.5 bg-accent-soft px-gutter text-accent-soft-ink shadow-bar focus-visible:-outline-offset-3 md:left-sidebar [&>.livemark]:text-inherit"
      aria-label={t`Back to the visit to ${lead?.name ?? ''}`}
    >
      <LiveIndicator live={state === 'running'}>{labelOfState(state)}</LiveIndicator>
      <span className="label font-medium grow truncate min-w-0">{lead?.name}</span>
      <span className="num font-medium">{timerText(seconds)}</span>
      <Icon icon={ChevronRight} size="s" />
    </Link>
  );
}
