import { msg, plural, t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import { LEADERBOARD_DAYS } from '#domain/visits/leaderboard.js';
import { useIsPhone } from '../browser/media.js';
import { dueFollowUpsPath, memberPath } from '../kit/leads/figure-links.js';
import { ExpandableItems, ExpandableCardRows } from '../kit/lists/expandable-items.js';
import { Staleness } from '../kit/records/staleness.js';
import {
  GapRows,
  NudgeButton,
  overdueForText,
  type PersonToHelp,
  type Reason,
  inactiveText,
  ReasonText,
  ReassignMenu,
  useNeedsHelp,
  useReasons,
  useReassignDialog,
} from '../kit/team/needs-help.js';
import { useMember } from '../kit/team/team.js';
import { classes } from '../ui/classes.js';
import { Avatar } from '../ui/display/avatar.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayHeading, dayIn, grouped, shortMoney } from '../ui/display/format.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { i18n } from '../words/i18n.js';

/**
 * Leads with gaps and inactive reps, for admins.
 * @param due number of follow-ups due by now
 * @param openLeads number of open leads of everybody
 */
export function NeedsHelp({
  isWaiting,
  due = 0,
  openLeads,
}: {
  isWaiting: boolean;
  due?: number | undefined;
  openLeads?: number | undefined;
}): ReactNode {
  const isPhone = useIsPhone();
  const help = useNeedsHelp();
  const { reassign, dialog } = useReassignDialog();
  const { members = [], unanswered = 0, undated = 0, unreplied = 0 } = help.data ?? {};
  const hasGaps = unanswered + undated + unreplied > 0;
  const people = members.length > 0 && <People members={members} onReassign={reassign} />;
  return (
    <div className="stack mb-3 gap-3">
      {/* the card is shown in every state, also after a failure */}
      <HelpCard due={due}>
        <QueryStates
          query={help}
          failed={t`Failed to load who needs help`}
          label={t`Loading who needs help`}
          skeleton={<SkeletonRows count={3} />}
          inCard
          isWaiting={isWaiting}
        >
          {(data) => (
            <>
              <div className="px-4">
                <Staleness
                  describe={(age) => t`Showing who needs help from ${age}`}
                  failed={help.isError}
                  at={help.dataUpdatedAt}
                />
              </div>
              {hasGaps ? (
                <ul
                  className={
                    isPhone
                      ? 'rows pb-2'
                      : 'grid auto-cols-fr grid-flow-col divide-x divide-line pb-1.5'
                  }
                >
                  {/* a phone has no room for the number of open leads */}
                  <GapRows gaps={data} {...(!isPhone && { openLeads, isCell: true })} />
                </ul>
              ) : (
                people || (
                  <EmptyState level={3} title={t`Nobody needs help now`}>
                    {t`Everybody visits, leads are answered, and no follow-up is overdue.`}
                  </EmptyState>
                )
              )}
            </>
          )}
        </QueryStates>
      </HelpCard>
      {hasGaps && people && !isWaiting && (
        <Card
          title={t`By rep`}
          headerEnd={
            !isPhone &&
            columns.some(({ name }) => largestOf(members, name) !== undefined) && (
              <span className="meta">{t`Amber: the most in a column`}</span>
            )
          }
        >
          {people}
        </Card>
      )}
      {dialog}
    </div>
  );
}

const HelpCard = ({ due, children }: { due: number; children: ReactNode }): ReactNode => (
  <Card
    title={t`Who needs help`}
    headerEnd={
      due > 0 && (
        <Link to={dueFollowUpsPath()} className="link label">
          {plural(due, { one: '# follow-up due', other: '# follow-ups due' })}
        </Link>
      )
    }
  >
    {children}
  </Card>
);

interface PeopleProps extends Pick<ComponentProps<typeof ReassignMenu>, 'onReassign'> {
  members: readonly PersonToHelp[];
}

/** Members who need help: a table, on a phone rows. */
const People = (props: PeopleProps): ReactNode =>
  useIsPhone() ? <PeopleRows {...props} /> : <PeopleTable {...props} />;

/** Reasons with a column of the table. */
const columns = [
  { name: 'overdue', head: msg`Overdue` },
  { name: 'unreplied', head: msg`No reply` },
  { name: 'unanswered', head: msg`Unanswered` },
  { name: 'undated', head: msg`No follow-up` },
] as const;

/** Fact below a figure: age of the oldest follow-up, or money of quotes. */
const columnDetails: Partial<
  Record<Reason['name'], (person: PersonToHelp, today: string) => string | undefined>
> = {
  overdue: overdueForText,
  unreplied: ({ unrepliedPaise }) => shortMoney(unrepliedPaise),
};

/** Reasons that fit in a row of a phone; the member's page has all. */
const MAX_REASONS = 2;

/** Members as rows of a phone, each with its worst reasons. */
function PeopleRows({ members }: PeopleProps): ReactNode {
  const reasonsOf = useReasons();
  return (
    <>
      <ExpandableCardRows items={members} noun="rep" label={t`Reps who need help`}>
        {(person) => {
          const reasons = reasonsOf(person);
          return (
            <li
              key={person.memberId}
              className="relative flex min-h-18 items-center gap-3 px-4 py-2 has-[a:first-child:hover]:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <Link
                  to={memberPath(person.memberId)}
                  className="link label line-clamp-2 wrap-anywhere after:absolute after:inset-0"
                >
                  {person.name}
                </Link>
                {reasons.slice(0, MAX_REASONS).map(({ name, count, text, shortText = text }) => (
                  <span key={name} className="meta block text-ink-2">
                    <ReasonText reason={{ count, text: shortText }} />
                  </span>
                ))}
              </span>
              <NudgeButton
                person={person}
                reasons={reasons}
                className="relative z-1 -mr-3 min-h-tap flex-none px-3"
              />
            </li>
          );
        }}
      </ExpandableCardRows>
    </>
  );
}

const Name = ({ person: { memberId, name } }: { person: PersonToHelp }): ReactNode => (
  <Link to={memberPath(memberId)} title={name} className="link label block truncate leading-6">
    {name}
  </Link>
);

/** Largest figure of a column, unless all members have it. */
function largestOf(
  members: readonly PersonToHelp[],
  column: (typeof columns)[number]['name'],
): number | undefined {
  const figures = members.map((person) => person[column]);
  const largest = Math.max(...figures);
  return figures.every((figure) => figure === largest) ? undefined : largest;
}

/** has space for a detail below each figure, so that all figures of a row stand in a line */
const figureClass = 'num inline-flex min-h-10 flex-col items-end align-middle';

/** Rows of the table that a small laptop shows without scrolling. */
const PREVIEW_ROWS = 6;

function PeopleTable({ members, onReassign }: PeopleProps): ReactNode {
  const today = useToday();
  const reasonsOf = useReasons();
  const largest = new Map(columns.map(({ name }) => [name, largestOf(members, name)]));
  return (
    <ExpandableItems items={members} previewCount={PREVIEW_ROWS} noun="rep">
      {(shown) => (
        <table className="table-fixed text-label/[1.2rem]">
          <caption className="sr-only">{t`Reps who need help`}</caption>
          <thead>
            <tr className="text-meta/[1.2rem] text-ink-3 *:shadow-line-b *:py-1 *:font-medium">
              <th scope="col" className="px-4 text-left">
                {t`Rep`}
              </th>
              {columns.map(({ name, head }) => (
                <th
                  key={name}
                  scope="col"
                  className={classes(
                    'px-1 text-right xl:w-32 xl:px-2',
                    name in columnDetails ? 'w-20' : 'w-22',
                  )}
                >
                  {i18n._(head)}
                </th>
              ))}
              <th scope="col" className="w-24 xl:w-46">
                <span className="sr-only">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((person) => {
              const reasons = reasonsOf(person);
              const inactivity = reasons.find(({ name }) => name === 'inactive');
              return (
                <tr key={person.memberId} className="h-13 *:py-1 not-first:*:shadow-line-t">
                  <th scope="row" className="px-4 text-left font-regular">
                    <span className="row gap-2">
                      <Avatar name={person.name} size="s" />
                      <span className="min-w-0">
                        <Name person={person} />
                        {inactivity ? (
                          <Link
                            to={inactivity.to}
                            className="block truncate text-meta leading-6 text-warning-ink hover:underline"
                          >
                            {inactivity.text}
                          </Link>
                        ) : (
                          <LastVisit person={person} />
                        )}
                      </span>
                    </span>
                  </th>
                  {columns.map(({ name }) => {
                    const reason = reasons.find((each) => each.name === name);
                    const detail = columnDetails[name]?.(person, today);
                    return (
                      <td key={name} className="px-1 text-right xl:px-2">
                        {reason ? (
                          <Link
                            to={reason.to}
                            className={classes(figureClass, 'hover:underline')}
                            aria-label={`${reason.text}, ${person.name}`}
                            title={reason.text}
                          >
                            <span
                              className={
                                largest.get(name) === reason.count
                                  ? 'font-strong text-warning-ink'
                                  : 'font-medium'
                              }
                            >
                              {grouped(reason.count)}
                            </span>
                            {detail && <span className="meta">{detail}</span>}
                          </Link>
                        ) : (
                          <span className={classes(figureClass, 'text-ink-3')}>{grouped(0)}</span>
                        )}
                      </td>
                    );
                  })}
                  <td className="pr-2 pl-1">
                    <span className="flex justify-end gap-1">
                      <NudgeButton
                        person={person}
                        reasons={reasons}
                        className="px-3 max-xl:w-control max-xl:px-0 max-xl:[&>span]:sr-only"
                      />
                      <ReassignMenu person={person} onReassign={onReassign} />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </ExpandableItems>
  );
}

/**
 * Day of a member's last visit. Visits before the leaderboard's period are not known here: a text
 * says then for how long there was none.
 */
function LastVisit({ person: { memberId, lastVisitOn } }: { person: PersonToHelp }): ReactNode {
  const [today, zone] = [useToday(), useZone()];
  const joinedAt = useMember(memberId)?.joinedAt;
  const joinedOn = joinedAt === undefined ? today : dayIn(zone, new Date(joinedAt));
  const noVisitText =
    daysBetween(joinedOn, today) < LEADERBOARD_DAYS
      ? t`No visit yet`
      : inactiveText(LEADERBOARD_DAYS);
  return (
    <span className="meta num block truncate">
      {lastVisitOn === undefined
        ? noVisitText
        : `${t`Last visit:`} ${dayHeading(lastVisitOn, today)}`}
    </span>
  );
}
