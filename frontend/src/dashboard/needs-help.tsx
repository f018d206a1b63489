import { plural, t } from '@lingui/core/macro';
import { ChevronRight, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { leaderboardDays } from '#domain/visits/leaderboard.js';
import type { NeedsHelp as Help } from '#domain/visits/visit.views.js';
import { FirstRows } from '../kit/lists/first-few.js';
import { Staleness } from '../kit/records/staleness.js';
import { Avatar } from '../ui/display/avatar.js';
import { useToday } from '../ui/display/figures.js';
import { Icon } from '../ui/display/icon.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { useNeedsHelp } from './dashboard-query.js';
import { memberPage, overdueOf, unanswered, visitsOfMember } from '../kit/leads/figure-links.js';

const fact = 'link label inline-flex min-h-tap items-center';

/** Time without a visit; capped at the leaderboard's period. */
export const quietText = (days: number): string =>
  days >= leaderboardDays ? t`No visit in ${leaderboardDays} days` : t`No visit for ${days} days`;

/** Unanswered leads and inactive reps, for admins. */
export function NeedsHelp({ isWaiting }: { isWaiting: boolean }): ReactNode {
  const help = useNeedsHelp();
  return (
    <Card title={t`Who needs help`} className="mb-3">
      <div className="px-4">
        <Staleness
          describe={(age) => t`Showing who needs help from ${age}`}
          failed={help.isError && help.data !== undefined}
          at={help.dataUpdatedAt}
        />
      </div>
      <QueryStates
        inCard
        query={help}
        failed={t`Failed to load who needs help`}
        label={t`Loading who needs help`}
        skeleton={<SkeletonRows count={3} />}
        isWaiting={isWaiting}
      >
        {(data) => <Rows help={data} />}
      </QueryStates>
    </Card>
  );
}

interface Person {
  readonly memberId: string;
  readonly name: string;
  readonly days?: number;
  readonly overdue?: number;
}

/** Merges both lists into a row per member; the longest inactive member comes first. */
function peopleIn({ quiet, overdueByMember }: Help): readonly Person[] {
  const late = new Map(overdueByMember.map((each) => [each.memberId, each]));
  const silent = quiet.map((each): Person => ({ ...each, ...late.get(each.memberId) }));
  return [
    ...silent,
    ...overdueByMember.filter(({ memberId }) => !quiet.some((each) => each.memberId === memberId)),
  ];
}

function Rows({ help }: { help: Help }): ReactNode {
  const today = useToday();
  const people = peopleIn(help);
  if (people.length === 0 && help.unanswered === 0) {
    return (
      <EmptyState level={3} title={t`Nobody needs help now`}>
        {t`Everybody visits, leads are answered, and no follow-up is overdue.`}
      </EmptyState>
    );
  }
  return (
    <>
      {help.unanswered > 0 && (
        <Link to={unanswered(today)} className="list-row is-link">
          <Icon icon={UserRoundPlus} className="text-accent-ink" />
          <span className="label font-medium grow">
            {plural(help.unanswered, {
              one: '# lead unanswered for two days',
              other: '# leads unanswered for two days',
            })}
          </span>
          <Icon icon={ChevronRight} size="s" className="text-ink-3" />
        </Link>
      )}
      <FirstRows items={people} noun="rep" label={t`Reps who need help`}>
        {({ memberId, name, days, overdue }) => (
          <li
            key={memberId}
            className="flex flex-wrap items-center gap-x-3 px-4 py-1 max-md:pt-2.5"
          >
            <Avatar name={name} size="s" />
            <Link
              to={memberPage(memberId)}
              className="label font-medium grow line-clamp-2 wrap-anywhere min-w-36 hover:underline"
            >
              {name}
            </Link>
            <span className="ml-auto flex flex-wrap gap-x-4">
              {days !== undefined && (
                <Link to={visitsOfMember(memberId, today)} className={fact}>
                  {quietText(days)}
                </Link>
              )}
              {overdue !== undefined && (
                <Link to={overdueOf(memberId)} className={fact}>
                  {plural(overdue, { one: '# overdue', other: '# overdue' })}
                </Link>
              )}
            </span>
          </li>
        )}
      </FirstRows>
    </>
  );
}
