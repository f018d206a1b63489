import { plural, t } from '@lingui/core/macro';
import { Ellipsis, UserRoundCog } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import { LEADERBOARD_DAYS } from '#domain/visits/leaderboard.js';
import type { LeadGap } from '#domain/leads/lead.values.js';
import type { NeedsHelp } from '#domain/visits/visit.views.js';
import { usePermissions, useMe } from '../../lib/account/session.js';
import { Button, ButtonLink, IconButton } from '../../ui/buttons/button.js';
import { useToday } from '../../ui/display/figures.js';
import { grouped, shortMoney } from '../../ui/display/format.js';
import { WhatsApp } from '../../ui/display/icon.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount, useDialogOf } from '../../ui/loading/lazy-mount.js';
import { answerOf } from '../records/answer.js';
import {
  leadsWithGapPath,
  overdueFollowUpsPath,
  visitsOfMemberPath,
} from '../leads/figure-links.js';
import { GapRow } from '../leads/gap-row.js';
import { useMember } from './team.js';

const ReassignWork = lazyPart(() => import('./reassign-work.js'));

export const useNeedsHelp = () =>
  useQuery(answerOf('/api/needs-help', ['dashboard', 'team', 'people'], {}));

export type PersonToHelp = NeedsHelp['members'][number];

/** Text for the days without a visit, capped at the leaderboard's period. */
export const inactiveText = (days: number): string =>
  days >= LEADERBOARD_DAYS ? t`No visit in ${LEADERBOARD_DAYS} days` : t`No visit for ${days} days`;

/** Age of the oldest lead of a gap. */
const oldestText = (since: string, today: string): string =>
  plural(daysBetween(since, today), { one: 'oldest # day', other: 'oldest # days' });

export interface Reason {
  readonly name: 'inactive' | 'overdue' | LeadGap;
  readonly to: string;
  readonly count: number;
  readonly text: string;
  /** Text for a row of a phone, where it differs. */
  readonly shortText?: string;
}

/** Reasons why a member needs help, each with its list. */
export function useReasons(): (person: PersonToHelp) => readonly Reason[] {
  const today = useToday();
  return (person) => {
    const { memberId, quietDays = 0, overdue, unanswered, undated, unreplied } = person;
    return [
      {
        name: 'inactive' as const,
        to: visitsOfMemberPath(memberId, today),
        count: quietDays,
        text: inactiveText(quietDays),
      },
      {
        name: 'unreplied' as const,
        to: leadsWithGapPath('unreplied', memberId),
        count: unreplied,
        text: unrepliedText(person),
        shortText: t`${grouped(unreplied)} no reply, ${shortMoney(person.unrepliedPaise)}`,
      },
      {
        name: 'overdue' as const,
        to: overdueFollowUpsPath(memberId),
        count: overdue,
        text: overdueText(person, today),
      },
      {
        name: 'unanswered' as const,
        to: leadsWithGapPath('unanswered', memberId),
        count: unanswered,
        text: plural(unanswered, { one: '# unanswered', other: '# unanswered' }),
      },
      {
        name: 'undated' as const,
        to: leadsWithGapPath('undated', memberId),
        count: undated,
        text: plural(undated, { one: '# without a follow-up', other: '# without a follow-up' }),
      },
    ].filter(({ count }) => count > 0);
  };
}

/** Age of the oldest overdue follow-up. */
export const overdueForText = ({ overdueSince }: PersonToHelp, today: string): string | undefined =>
  overdueSince &&
  plural(daysBetween(overdueSince, today), { one: 'for # day', other: 'for # days' });

function overdueText(person: PersonToHelp, today: string): string {
  const count = plural(person.overdue, { one: '# overdue', other: '# overdue' });
  return [count, overdueForText(person, today)].filter(Boolean).join(', ');
}

function unrepliedText({ unreplied, unrepliedPaise }: PersonToHelp): string {
  const quotes = plural(unreplied, { one: '# quote', other: '# quotes' });
  return t`${quotes} without reply, ${shortMoney(unrepliedPaise)}`;
}

/** Text of a reason with its figure in bold. */
export function ReasonText({
  reason: { count, text },
}: {
  reason: Pick<Reason, 'count' | 'text'>;
}): ReactNode {
  const figure = grouped(count);
  const start = text.indexOf(figure);
  // the capped text of many days without a visit has another figure
  if (start === -1) return text;
  return (
    <>
      {text.slice(0, start)}
      <b className="num text-ink">{figure}</b>
      {text.slice(start + figure.length)}
    </>
  );
}

/**
 * Items of a list: gaps of all leads, or of a member's, each with its leads and a fact.
 * @param openLeads number of open leads, of which some have nothing planned
 */
export function GapRows({
  gaps: { unreplied, unrepliedPaise, unanswered, unansweredSince, undated },
  member,
  openLeads,
  isCell,
}: {
  gaps: Pick<
    NeedsHelp,
    'unreplied' | 'unrepliedPaise' | 'unanswered' | 'unansweredSince' | 'undated'
  >;
  member?: string;
  openLeads?: number | undefined;
} & Pick<ComponentProps<typeof GapRow>, 'isCell'>): ReactNode {
  const today = useToday();
  const money = <span className="num font-strong text-ink">{shortMoney(unrepliedPaise)}</span>;
  const gaps = [
    { name: 'unreplied', count: unreplied, end: money },
    {
      name: 'unanswered',
      count: unanswered,
      end: unansweredSince && oldestText(unansweredSince, today),
    },
    {
      name: 'undated',
      count: undated,
      end: openLeads !== undefined && t`of ${grouped(openLeads)} open`,
    },
  ] as const;
  return gaps
    .filter(({ count }) => count > 0)
    .map((gap) => (
      <li key={gap.name}>
        <GapRow {...gap} {...(member !== undefined && { member })} {...(isCell && { isCell })} />
      </li>
    ));
}

/**
 * Dialog that reassigns the open work of a member. It stays when the last work goes, so it belongs
 * beside the rows and not into them.
 */
export function useReassignDialog() {
  const { item: person, openFor: reassign, dialog } = useDialogOf<PersonToHelp>();
  return {
    reassign,
    dialog: (
      <LazyMount when={dialog.open}>
        {person && <ReassignWork key={person.memberId} person={person} {...dialog} />}
      </LazyMount>
    ),
  };
}

interface ReassignProps {
  person: PersonToHelp;
  onReassign: (person: PersonToHelp) => void;
}

/** Whether the asker may reassign open work of a member, and there is some. */
function useMayReassign({ overdue, unreplied, unanswered, undated }: PersonToHelp): boolean {
  const may = usePermissions();
  return may('ReassignLead') && overdue + unreplied + unanswered + undated > 0;
}

/** Button below a member's open work that opens the dialog to reassign it. */
export const ReassignButton = ({ person, onReassign }: ReassignProps): ReactNode =>
  useMayReassign(person) && (
    <Button icon={UserRoundCog} onClick={() => onReassign(person)}>
      {t`Reassign these leads`}
    </Button>
  );

/** Menu of a member's row, with the dialog to reassign their open work. */
export function ReassignMenu({ person, onReassign }: ReassignProps): ReactNode {
  const { name } = person;
  return (
    useMayReassign(person) && (
      <LazyMenu
        trigger={<IconButton icon={Ellipsis} label={t`More for ${name}`} />}
        entries={[
          {
            label: t`Reassign leads of ${name}`,
            icon: UserRoundCog,
            onSelect: () => onReassign(person),
          },
        ]}
      />
    )
  );
}

/**
 * Opens WhatsApp with a text for the member that states the reasons; the sender can edit it.
 * @param label text of a button below the reasons; a row has the member's name instead
 */
export function NudgeButton({
  person: { memberId, name },
  reasons,
  label,
  className,
}: {
  person: PersonToHelp;
  reasons: readonly Reason[];
  label?: string;
  className?: string;
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
      // one of many in a list is quiet
      kind={label === undefined ? 'ghost' : 'plain'}
      className={className}
      icon={WhatsApp}
      aria-label={label ?? t`Nudge ${name} on WhatsApp`}
      title={t`Nudge ${name} on WhatsApp`}
      href={chatLink(phone, lines.join('\n'))}
      target="_blank"
      rel="noreferrer"
    >
      {label ?? t`Nudge`}
    </ButtonLink>
  );
}
