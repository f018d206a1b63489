import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { Figure, figureGridClass, QueryFigure } from '../ui/display/figure-card.js';
import { Change, useToday } from '../ui/display/figures.js';
import { changeText, grouped, ordinal, shortMoney } from '../ui/display/format.js';

type Weeks = TeamWork['members'][number]['weeks'];

/** Figures of a member's last thirty days, with rank, the team's average and the last week. */
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
                  standing && (
                    <>
                      {t`${ordinal(standing.rank)} of ${of}, average ${amountText(standing.average, name)}`}
                      <WeekText weeks={weeks} figure={name} />
                    </>
                  )
                }
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

/** Figure of the last seven days, and its change since the seven days before. */
function WeekText({ weeks, figure }: { weeks: Weeks; figure: keyof RankedFigures }): ReactNode {
  // the quoted value of a week is negative if an older quotation was lowered
  const [before, last] = weeks.slice(-2).map((week) => Math.max(0, week[figure]));
  if (before === undefined || last === undefined) return null;
  const change = changeText(last, before);
  const amount = amountText(last, figure);
  return (
    <span className="block">
      {change === undefined ? (
        <Trans>{amount} in 7 days</Trans>
      ) : (
        <Trans>
          {amount} in 7 days, <Change text={change} />
        </Trans>
      )}
    </span>
  );
}
