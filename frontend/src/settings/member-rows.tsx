import { msg, plural, t } from '@lingui/core/macro';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { compare } from '#domain/kernel/order.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import type { TeamWork } from '#domain/visits/visit.views.js';
import { useHistoryEntries } from '../kit/history/history-menu.js';
import { allLeads, memberPage, visitsOfWeek } from '../kit/leads/figure-links.js';
import { type Column, DataTable, RowLink } from '../kit/lists/data-table.js';
import { RoleBadge, roleNames } from '../kit/team/role-badge.js';
import { useMe } from '../lib/account/session.js';
import { IconButton } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { Avatar } from '../ui/display/avatar.js';
import { Money, useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, grouped, phoneText, shortMoney } from '../ui/display/format.js';
import { InlineList } from '../ui/layout/surface.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { i18n } from '../words/i18n.js';

export type AskAbout = { readonly what: 'role' | 'removal'; readonly member: TeamMember };
type Member = TeamMember & { readonly work: TeamWork['members'][number] | undefined };
interface Asks {
  onAsk: (about: AskAbout) => void;
}

/** Orders of the table; equal members stay in the order of joining. */
const orders = {
  joined: () => 0,
  openLeads: (one: Member, other: Member) => workOf(other).openLeads - workOf(one).openLeads,
  quoted: (one: Member, other: Member) => workOf(other).quotedPaise - workOf(one).quotedPaise,
  visits: (one: Member, other: Member) =>
    workOf(other).weekVisits - workOf(one).weekVisits ||
    compare(workOf(other).lastVisitOn ?? '', workOf(one).lastVisitOn ?? ''),
} as const;
type Order = keyof typeof orders;

const noWork = { openLeads: 0, quotedPaise: 0, weekVisits: 0, lastVisitOn: undefined };
const workOf = ({ work }: Member): Omit<TeamWork['members'][number], 'memberId'> => work ?? noWork;
const idOf = ({ memberId }: Member): string => memberId;
const NONE: ReadonlySet<string> = new Set();

/** Members as a table, in the order of joining or by a figure. */
export function MemberTable({
  label,
  members,
  onAsk,
}: Asks & { label: string; members: readonly Member[] }): ReactNode {
  const [order, setOrder] = useState<Order>('joined');
  const columns = useMemo(() => columnsOf(onAsk), [onAsk]);
  return (
    <DataTable
      label={label}
      items={members.toSorted(orders[order])}
      keyOf={idOf}
      columns={columns}
      highlighted={NONE}
      sort={{ by: order, onSort: (by) => setOrder(by as Order) }}
      onPress={undefined}
    />
  );
}

const descending = (by: Order) => ({ by, direction: 'descending' }) as const;

const columnsOf = (onAsk: Asks['onAsk']): readonly Column<Member>[] => [
  {
    head: msg`Member`,
    sort: { by: 'joined', direction: 'ascending' },
    cell: (member) => <Name member={member} />,
  },
  { head: msg`Role`, className: 'w-28', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    head: msg`Leads, open`,
    className: 'w-28 max-lg:hidden',
    alignRight: true,
    sort: descending('openLeads'),
    cell: (member) => (
      <CellCount count={member.work?.openLeads} to={allLeads(member.memberId)} member={member} />
    ),
  },
  {
    head: msg`Quoted, open`,
    className: 'w-40 max-lg:hidden',
    alignRight: true,
    sort: descending('quoted'),
    cell: ({ work }) =>
      work &&
      (work.quotedPaise > 0 ? (
        <Money paise={work.quotedPaise} />
      ) : (
        <span className="meta">{t`None`}</span>
      )),
  },
  {
    head: msg`Visits, 7 days`,
    className: 'w-32 max-xl:hidden',
    alignRight: true,
    sort: descending('visits'),
    cell: (member) => <Visits member={member} />,
  },
  {
    head: msg`Joined`,
    className: 'w-28 max-[1439px]:hidden',
    alignRight: true,
    cell: ({ joinedAt }) => <JoinedOn at={joinedAt} />,
  },
  {
    head: msg`Actions`,
    className: 'w-20',
    alignRight: true,
    cell: (member) => <MemberMenu member={member} onAsk={onAsk} />,
  },
];

function Name({ member: { memberId, name, phone } }: { member: Member }): ReactNode {
  const isMe = useMe().account.id === memberId;
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} me={isMe} size="s" />
      <span className="min-w-0 grow">
        <RowLink to={memberPage(memberId)} title={isMe ? t`${name} (you)` : name}>
          {phone && <span className="meta num block">{phoneText(phone)}</span>}
        </RowLink>
      </span>
    </span>
  );
}

/** Count that opens its list. */
function CellCount({
  count,
  to,
  member: { name },
}: {
  count: number | undefined;
  to: string;
  member: Member;
}): ReactNode {
  if (count === undefined) return null;
  if (count === 0) return <span className="num text-ink-3">{grouped(0)}</span>;
  return (
    <Link
      to={to}
      className="num relative z-1 hover:underline"
      aria-label={`${grouped(count)}, ${name}`}
    >
      {grouped(count)}
    </Link>
  );
}

function Visits({ member }: { member: Member }): ReactNode {
  const today = useToday();
  const { memberId, work } = member;
  const last = work?.lastVisitOn;
  return (
    <>
      <CellCount count={work?.weekVisits} to={visitsOfWeek(today, memberId)} member={member} />
      {last !== undefined && (
        <span className="meta num block">{t`Last on ${dayText(last, today)}`}</span>
      )}
    </>
  );
}

function JoinedOn({ at }: { at: string }): ReactNode {
  const today = useToday();
  return <span className="num">{dayText(dayIn(useZone(), new Date(at)), today)}</span>;
}

/** Row of a member on a phone. */
export function MemberRow({ member, onAsk }: Asks & { member: Member }): ReactNode {
  const { memberId, name, role, work } = member;
  const isMe = useMe().account.id === memberId;
  return (
    <li className="list-row relative pr-1 hover:bg-hover">
      <Avatar name={name} me={isMe} />
      <span className="min-w-0 grow">
        <RowLink to={memberPage(memberId)} title={isMe ? t`${name} (you)` : name}>
          <span className="meta num block truncate">
            <InlineList
              items={[
                i18n._(roleNames[role]),
                work &&
                  work.openLeads > 0 &&
                  plural(work.openLeads, { one: '# open lead', other: '# open leads' }),
                work && work.quotedPaise > 0 && shortMoney(work.quotedPaise),
              ]}
            />
          </span>
        </RowLink>
      </span>
      <MemberMenu member={member} onAsk={onAsk} />
    </li>
  );
}

/** Menu of a member. The own one has no action that changes it. */
function MemberMenu({ member, onAsk }: Asks & { member: Member }): ReactNode {
  const { account } = useMe();
  const { memberId, name } = member;
  const isMe = memberId === account.id;
  const history = useHistoryEntries(`/settings/team/${memberId}`);
  if (isMe && history.length === 0) return null;
  const ask = (what: AskAbout['what']) => () => onAsk({ what, member });
  return (
    <LazyMenu
      trigger={<IconButton icon={Ellipsis} className="relative z-1" label={t`Manage ${name}`} />}
      entries={[
        ...(isMe ? [] : [{ label: t`Change Role`, onSelect: ask('role') }]),
        ...history,
        ...(isMe ? [] : [{ label: t`Remove from Team`, danger: true, onSelect: ask('removal') }]),
      ]}
    />
  );
}
