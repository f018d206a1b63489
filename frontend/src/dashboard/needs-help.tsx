import { msg, plural, t } from '@lingui/core/macro';
import { CalendarX2, ChevronRight, FileClock, UserRoundCog, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import { LEADERBOARD_DAYS } from '#domain/visits/leaderboard.js';
import type { LeadGap } from '#domain/leads/lead.values.js';
import type { NeedsHelp as Help } from '#domain/visits/visit.views.js';
import { useIsPhone } from '../browser/media.js';
import { ExpandableItems, ExpandableCardRows } from '../kit/lists/expandable-items.js';
import { Staleness } from '../kit/records/staleness.js';
import { useTeam } from '../kit/team/team.js';
import { usePermissions, useMe } from '../lib/account/session.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Avatar } from '../ui/display/avatar.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayHeading, dayIn, grouped, shortMoney } from '../ui/display/format.js';
import { Icon, type IconType, WhatsApp } from '../ui/display/icon.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount, useDialogOf } from '../ui/loading/lazy-mount.js';
import { i18n } from '../words/i18n.js';
import { useNeedsHelp } from './dashboard-query.js';
import {
  dueNow,
  leadsWithGap,
  memberPage,
  overdueFollowUps,
  visitsOfMember,
} from '../kit/leads/figure-links.js';

const factLinkClass = 'link label inline-flex min-h-tap items-center';
const figureLinkClass = 'num flex min-h-8 flex-col items-end justify-center hover:underline';

type Person = Help['members'][number];

const ReassignWork = lazyPart(() => import('./reassign-work.js'));

/** Text for the days without a visit, capped at the leaderboard's period. */
export const quietText = (days: number): string =>
  days >= LEADERBOARD_DAYS ? t`No visit in ${LEADERBOARD_DAYS} days` : t`No visit for ${days} days`;

/**
 * Leads with gaps and inactive reps, for admins.
 * @param due number of follow-ups due by now
 */
export function NeedsHelp({
  isWaiting,
  due = 0,
}: {
  isWaiting: boolean;
  due?: number | undefined;
}): ReactNode {
  const help = useNeedsHelp();
  const { about: person, ask: reassign, dialog } = useDialogOf<Person>();
  return (
    <Card
      title={t`Who needs help`}
      headerEnd={
        due > 0 && (
          <Link to={dueNow()} className="link label">
            {plural(due, { one: '# follow-up due', other: '# follow-ups due' })}
          </Link>
        )
      }
      className="mb-3"
    >
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
        {(data) => <Rows help={data} onReassign={reassign} />}
      </QueryStates>
      <LazyMount when={dialog.open}>
        {person && <ReassignWork key={person.memberId} person={person} {...dialog} />}
      </LazyMount>
    </Card>
  );
}

function Rows({
  help: { members, unanswered, undated, unreplied, unrepliedPaise },
  onReassign,
}: Pick<PeopleProps, 'onReassign'> & { help: Help }): ReactNode {
  const phone = useIsPhone();
  if (members.length === 0 && unanswered + undated + unreplied === 0) {
    return (
      <EmptyState level={3} title={t`Nobody needs help now`}>
        {t`Everybody visits, leads are answered, and no follow-up is overdue.`}
      </EmptyState>
    );
  }
  return (
    <>
      {unreplied > 0 && (
        <GapRow to={leadsWithGap('unreplied')} icon={FileClock} end={shortMoney(unrepliedPaise)}>
          {plural(unreplied, {
            one: '# quote without a reply for a week',
            other: '# quotes without a reply for a week',
          })}
        </GapRow>
      )}
      {unanswered > 0 && (
        <GapRow to={leadsWithGap('unanswered')} icon={UserRoundPlus}>
          {plural(unanswered, {
            one: '# lead unanswered for two days',
            other: '# leads unanswered for two days',
          })}
        </GapRow>
      )}
      {undated > 0 && (
        <GapRow to={leadsWithGap('undated')} icon={CalendarX2}>
          {plural(undated, {
            one: '# lead without a follow-up',
            other: '# leads without a follow-up',
          })}
        </GapRow>
      )}
      {phone ? (
        <People members={members} onReassign={onReassign} />
      ) : (
        <PeopleTable members={members} onReassign={onReassign} />
      )}
    </>
  );
}

function GapRow({
  to,
  icon,
  end,
  children,
}: {
  to: string;
  icon: IconType;
  end?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} className="list-row is-link">
      <Icon icon={icon} className="text-warning-ink" />
      <span className="label font-medium grow">{children}</span>
      {end !== undefined && <span className="label num font-strong flex-none">{end}</span>}
      <Icon icon={ChevronRight} size="s" className="text-ink-3" />
    </Link>
  );
}

interface Reason {
  readonly name: 'quiet' | 'overdue' | LeadGap;
  readonly to: string;
  readonly count: number;
  readonly text: string;
}

/** Reasons why a member needs help, each with its list. */
function useReasons(): (person: Person) => readonly Reason[] {
  const today = useToday();
  return (person) => {
    const { memberId, quietDays = 0, overdue, unanswered, undated, unreplied } = person;
    return [
      {
        name: 'quiet' as const,
        to: visitsOfMember(memberId, today),
        count: quietDays,
        text: quietText(quietDays),
      },
      {
        name: 'overdue' as const,
        to: overdueFollowUps(memberId),
        count: overdue,
        text: overdueText(person, today),
      },
      {
        name: 'unreplied' as const,
        to: leadsWithGap('unreplied', memberId),
        count: unreplied,
        text: unrepliedText(person),
      },
      {
        name: 'unanswered' as const,
        to: leadsWithGap('unanswered', memberId),
        count: unanswered,
        text: plural(unanswered, { one: '# unanswered', other: '# unanswered' }),
      },
      {
        name: 'undated' as const,
        to: leadsWithGap('undated', memberId),
        count: undated,
        text: plural(undated, { one: '# without a follow-up', other: '# without a follow-up' }),
      },
    ].filter(({ count }) => count > 0);
  };
}

/** Reasons with a column of the table. */
const columns = [
  { name: 'overdue', head: msg`Overdue` },
  { name: 'unreplied', head: msg`No reply` },
  { name: 'unanswered', head: msg`Unanswered` },
  { name: 'undated', head: msg`No follow-up` },
] as const;

interface PeopleProps {
  members: readonly Person[];
  onReassign: (person: Person) => void;
}

function People({ members, onReassign }: PeopleProps): ReactNode {
  const reasonsOf = useReasons();
  return (
    <ExpandableCardRows items={members} noun="rep" label={t`Reps who need help`}>
      {(person) => (
        <li
          key={person.memberId}
          className="flex flex-wrap items-center gap-x-3 px-4 py-1 max-md:pt-2.5"
        >
          <Avatar name={person.name} size="s" />
          <Name person={person} />
          <span className="flex flex-none">
            <RemindButton person={person} reasons={reasonsOf(person)} />
            <Reassign person={person} onReassign={onReassign} />
          </span>
          <span className="flex w-full flex-wrap gap-x-4">
            {reasonsOf(person).map(({ name, to, text }) => (
              <Link key={name} to={to} className={factLinkClass}>
                {text}
              </Link>
            ))}
          </span>
        </li>
      )}
    </ExpandableCardRows>
  );
}

const Name = ({ person: { memberId, name } }: { person: Person }): ReactNode => (
  <Link
    to={memberPage(memberId)}
    title={name}
    className="label font-medium grow line-clamp-2 wrap-anywhere min-w-0 hover:underline"
  >
    {name}
  </Link>
);

function PeopleTable({ members, onReassign }: PeopleProps): ReactNode {
  const reasonsOf = useReasons();
  return (
    <ExpandableItems items={members} noun="rep">
      {(shown) => (
        <table className="table-fixed text-label/[1.2rem]">
          <caption className="sr-only">{t`Reps who need help`}</caption>
          <thead>
            <tr className="text-meta/[1.2rem] text-ink-3 *:shadow-line-b *:py-1 *:font-medium">
              <th scope="col" className="px-4 text-left">
                {t`Rep`}
              </th>
              <th scope="col" className="w-36 px-2 text-left max-xl:hidden">
                {t`Last visit`}
              </th>
              {columns.map(({ name, head }) => (
                <th key={name} scope="col" className="w-22 px-1 text-right xl:w-24 xl:px-2">
                  {i18n._(head)}
                </th>
              ))}
              <th scope="col" className="w-24 xl:w-58">
                <span className="sr-only">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((person) => {
              const reasons = reasonsOf(person);
              const quiet = reasons.find(({ name }) => name === 'quiet');
              return (
                <tr
                  key={person.memberId}
                  // the figures of a row stand on one line, whatever is below them
                  className="h-11 *:py-1 *:align-baseline not-first:*:shadow-line-t"
                >
                  <th scope="row" className="px-4 text-left font-regular">
                    <span className="row gap-2">
                      <Avatar name={person.name} size="s" />
                      <span className="min-w-0">
                        <Name person={person} />
                        {quiet && (
                          <Link
                            to={quiet.to}
                            className="block truncate text-meta text-warning-ink hover:underline xl:hidden"
                          >
                            {quiet.text}
                          </Link>
                        )}
                      </span>
                    </span>
                  </th>
                  <td className="px-2 max-xl:hidden">
                    {quiet ? (
                      <Link to={quiet.to} className="text-warning-ink hover:underline">
                        {quiet.text}
                      </Link>
                    ) : (
                      <LastVisit person={person} />
                    )}
                  </td>
                  {columns.map(({ name }) => {
                    const reason = reasons.find((each) => each.name === name);
                    return (
                      <td key={name} className="px-1 text-right xl:px-2">
                        {reason ? (
                          <Link
                            to={reason.to}
                            className={figureLinkClass}
                            aria-label={`${reason.text}, ${person.name}`}
                          >
                            {grouped(reason.count)}
                            <FigureDetail name={name} person={person} />
                          </Link>
                        ) : (
                          <span className="num text-ink-3">{grouped(0)}</span>
                        )}
                      </td>
                    );
                  })}
                  <td className="px-2 align-middle!">
                    <span className="flex justify-end">
                      <RemindButton person={person} reasons={reasons} />
                      <Reassign person={person} onReassign={onReassign} />
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
 * Day of the last visit of a member who visited within the leaderboard's period. Earlier visits are
 * not known here.
 */
function LastVisit({ person: { memberId, lastVisitOn } }: { person: Person }): ReactNode {
  const [today, zone] = [useToday(), useZone()];
  const joinedAt = useMember(memberId)?.joinedAt;
  const joinedOn = joinedAt === undefined ? today : dayIn(zone, new Date(joinedAt));
  return (
    <span className="num text-ink-2">
      {lastVisitOn !== undefined
        ? dayHeading(lastVisitOn, today)
        : daysBetween(joinedOn, today) < LEADERBOARD_DAYS
          ? t`No visit yet`
          : quietText(LEADERBOARD_DAYS)}
    </span>
  );
}

const useMember = (memberId: string) =>
  useTeam().data?.members.find((member) => member.memberId === memberId);

/** Second line below a figure: age of the oldest follow-up, or total of the quotes. */
function FigureDetail({ name, person }: { name: Reason['name']; person: Person }): ReactNode {
  const today = useToday();
  if (name === 'unreplied')
    return <span className="meta">{shortMoney(person.unrepliedPaise)}</span>;
  const oldest = name === 'overdue' && oldestText(person, today);
  return oldest && <span className="meta">{oldest}</span>;
}

/** Age of the oldest overdue follow-up. */
const oldestText = ({ overdueSince }: Person, today: string): string | undefined =>
  overdueSince &&
  plural(daysBetween(overdueSince, today), { one: 'for # day', other: 'for # days' });

function overdueText(person: Person, today: string): string {
  const count = plural(person.overdue, { one: '# overdue', other: '# overdue' });
  return [count, oldestText(person, today)].filter(Boolean).join(', ');
}

function unrepliedText({ unreplied, unrepliedPaise }: Person): string {
  const quotes = plural(unreplied, { one: '# quote', other: '# quotes' });
  return t`${quotes} without reply, ${shortMoney(unrepliedPaise)}`;
}

/** Button of a row, with its word where there is room. */
const actionClass = {
  kind: 'ghost',
  className: 'px-2.5 max-xl:w-control max-xl:px-0 max-xl:[&>span]:sr-only',
} as const;

/** Button that opens the dialog to reassign a member's open work. */
function Reassign({
  person,
  onReassign,
}: Pick<PeopleProps, 'onReassign'> & { person: Person }): ReactNode {
  const may = usePermissions();
  const { name, overdue, unreplied, unanswered, undated } = person;
  if (!may('ReassignLead') || overdue + unreplied + unanswered + undated === 0) return null;
  return (
    <Button
      {...actionClass}
      icon={UserRoundCog}
      aria-label={t`Reassign leads of ${name}`}
      title={t`Reassign leads of ${name}`}
      onClick={() => onReassign(person)}
    >
      {t`Reassign`}
    </Button>
  );
}

/** Opens WhatsApp with a text for the member that states the reasons; the sender can edit it. */
function RemindButton({
  person: { memberId, name },
  reasons,
}: {
  person: Person;
  reasons: readonly Reason[];
}): ReactNode {
  const { account } = useMe();
  const phone = useMember(memberId)?.phone;
  if (memberId === account.id || phone === undefined) return null;
  const firstName = name.split(' ')[0] ?? name;
  const lines = [
    t`Hi ${firstName}, please look at these today:`,
    ...reasons.map(({ text }) => `• ${text}`),
  ];
  return (
    <ButtonLink
      {...actionClass}
      icon={WhatsApp}
      aria-label={t`Nudge ${name} on WhatsApp`}
      title={t`Nudge ${name} on WhatsApp`}
      href={chatLink(phone, lines.join('\n'))}
      target="_blank"
      rel="noreferrer"
    >
      {t`Nudge`}
    </ButtonLink>
  );
}
