import { CalendarX2, ChevronRight, FileClock, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LeadGap } from '#domain/leads/lead.values.js';
import { Link } from '../../ui/buttons/link.js';
import { grouped } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { leadsWithGapPath } from './figure-links.js';
import { gapTexts } from './lead-names.js';

const icons: Readonly<Record<LeadGap, IconType>> = {
  unreplied: FileClock,
  unanswered: UserRoundPlus,
  undated: CalendarX2,
};

/**
 * Number of leads with a gap, as a row that leads to them.
 * @param end fact at the end of the row, such as money
 * @param action word for the task, in place of the arrow
 */
export function GapRow({
  name,
  count,
  member,
  end,
  action,
}: {
  name: LeadGap;
  count: number;
  member?: string;
  end?: ReactNode;
  action?: string;
}): ReactNode {
  return (
    <Link to={leadsWithGapPath(name, member)} className="list-row is-link max-md:min-h-13">
      <Icon icon={icons[name]} className="text-warning-ink" />
      {/* on a narrow phone the end has a line of its own */}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className="label">
          <span className="num font-strong">{grouped(count)}</span> {gapTexts[name](count)}
        </span>
        {end}
      </span>
      {action === undefined ? (
        <Icon icon={ChevronRight} size="s" className="text-ink-3" />
      ) : (
        <span className="label font-medium text-accent-ink">{action}</span>
      )}
    </Link>
  );
}
