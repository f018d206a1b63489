import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lastDays, standingOf } from '#domain/visits/leaderboard.js';
import type { RankedFigures, TeamWork } from '#domain/visits/visit.views.js';
import {
  leadsConvertedPath,
  leadsOfMemberPath,
  leadsQuotedPath,
  visitsOfMemberPath,
} from '../kit/leads/figure-links.js';
import { leaderboardAnswer } from '../kit/team/leaderboard-query.js';
import { useTeamWork } from '../kit/team/team.js';
import { classes } from '../ui/classes.js';
import { Figure, figureGridClass, QueryFigure } from '../ui/display/figure-card.js';
import { useToday } from '../ui/display/figures.js';
import { grouped, ordinal, shortMoney } from '../ui/display/format.js';

type Weeks = TeamWork['members'][number]['weeks'];

/** Figures of a member's last thirty days, with rank, the team's average and four weeks. */
export function MemberStanding({ memberId }: { memberId: string }): ReactNode {
  const board = useQuery(leaderboardAnswer);
  const weeks = useTeamWork().data?.members.find((each) => each.memberId === memberId)?.weeks ?? [];
  const today = useToday();
  const firstDay = lastDays(today)[0] ?? today;
  const figures = [
    {
      name: 'convertedPaise',
      label: t`Won, 30 days`,
      to: leadsConvertedPath(firstDay, today, memberId),
      isMoney: true,
    },
    {
      name: 'quotedPaise',
      label: t`Quoted, 30 days`,
      to: leadsQuotedPath(firstDay, today, memberId),
      isMoney: true,
    },
    { name: 'visits', label: t`Visits, 30 days`, to: visitsOfMemberPath(memberId, today) },
    { name: 'leads', label: t`New leads, 30 days`, to: leadsOfMemberPath(memberId, today) },
  ] as const;
  return (
    <div className={figureGridClass}>
      {figures.map(({ name, label, to, ...figureProps }) => (
        <QueryFigure key={name} query={board} label={label}>
          {({ items, of }) => {
            const standing = standingOf(items, memberId, name);
            return (
              <Figure
                {...figureProps}
                to={to}
                label={label}
                value={standing?.value ?? 0}
                note={
                  standing &&
                  t`${ordinal(standing.rank)} of ${of}, average ${amountText(standing.average, name)}`
                }
                drawing={<WeekBars weeks={weeks} figure={name} />}
              />
            );
          }}
        </QueryFigure>
      ))}
    </div>
  );
}

const amountText = (amount: number, figure: keyof RankedFigures): string =>
  figure === 'leads' || figure === 'visits' ? grouped(amount) : shortMoney(amount);

/** Figure of the last weeks as bars; the last bar is the current week. */
function WeekBars({ weeks, figure }: { weeks: Weeks; figure: keyof RankedFigures }): ReactNode {
  const amounts = weeks.map((week) => Math.max(0, week[figure]));
  const largest = Math.max(1, ...amounts);
  if (amounts.length === 0) return null;
  const texts = amounts.map((amount) => amountText(amount, figure)).join(', ');
  return (
    <span
      role="img"
      aria-label={t`By week: ${texts}`}
      title={t`By week: ${texts}`}
      className="inline-flex flex-col items-center"
    >
      <span className="flex h-6 items-end gap-1 md:h-8">
        {amounts.map((amount, index) => (
          <span
            key={index}
            className={classes(
              'min-h-0.5 w-2 rounded-t-[2px] md:w-2.5',
              index === amounts.length - 1 ? 'bg-chart-1' : 'bg-chart-2',
            )}
            style={{ height: `${(amount / largest) * 100}%` }}
          />
        ))}
      </span>
      <span className="meta pt-1 leading-none">{t`by week`}</span>
    </span>
  );
}
