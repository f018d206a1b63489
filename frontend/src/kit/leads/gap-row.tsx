import { CalendarX2, ChevronRight, FileClock, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LeadGap } from '#domain/leads/lead.values.js';
import { Link } from '../../ui/buttons/link.js';
import { classes } from '../../ui/classes.js';
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
 * @param isCell whether the row is one of several beside each other: figure, words and fact have a
 *   line each
 */
export function GapRow({
  name,
  count,
  member,
  end,
  action,
  isCell,
}: {
  name: LeadGap;
  count: number;
  member?: string;
  end?: ReactNode;
  action?: string;
  isCell?: true;
}): ReactNode {
  return (
    <Link
      to={leadsWithGapPath(name, member)}
      className={classes('list-row is-link', isCell ? 'h-full items-start' : 'max-md:min-h-13')}
    >
      <Icon icon={icons[name]} className={classes('text-warning-ink', isCell && 'mt-0.5')} />
      {/* on a narrow phone the end has a line of its own */}
      <span
        className={classes(
          'flex min-w-0 flex-1',
          isCell ? 'flex-col' : 'flex-wrap items-baseline justify-between gap-x-3',
        )}
      >
        <span className="label">
          <span className={classes('num font-strong', isCell && 'block text-title-2')}>
            {grouped(count)}
          </span>{' '}
          {gapTexts[name](count)}
        </span>
        {end && <span className={classes('num text-ink-2', isCell ? 'meta' : 'label')}>{end}</span>}
      </span>
      {action === undefined ? (
        <Icon icon={ChevronRight} size="s" className={classes('text-ink-3', isCell && 'mt-1')} />
      ) : (
        <span className="label font-medium text-accent-ink">{action}</span>
      )}
    </Link>
  );
}
