import { msg, plural, t } from '@lingui/core/macro';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { compare, compareNames } from '#domain/kernel/order.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import type { TeamWork } from '#domain/visits/visit.views.js';
import { useHistoryEntries } from '../kit/history/history-menu.js';
import { memberPath, visitsOfWeekPath } from '../kit/leads/figure-links.js';
import { type TableColumn, DataTable, RowLink } from '../kit/lists/data-table.js';
import { RoleBadge, roleNames } from '../kit/team/role-badge.js';
import { useMe } from '../lib/account/session.js';
import { IconButton } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { Avatar } from '../ui/display/avatar.js';
import { NoValue } from '../ui/display/no-value.js';
import { Money, useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, grouped, phoneText, shortMoney } from '../ui/display/format.js';
import { InlineList } from '../ui/layout/surface.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { i18n } from '../words/i18n.js';

export type MemberChange = {
  readonly change: 'role' | 'requested-admin' | 'removal';
  readonly member: TeamMember;
};
type Member = TeamMember & { readonly work: TeamWork['members'][number] | undefined };
interface ChangeRequests {
  onAsk: (change: MemberChange) => void;
}

const isSeller = ({ role }: TeamMember): boolean => role === 'sales';

/** Order of members: sales reps first, then by joining. Figures load later, and would move rows. */
export function sellersFirst(one: TeamMember, other: TeamMember): number {
  return Number(isSeller(other)) - Number(isSeller(one));
}

/** Orders of the table; equal members stay in the order of joining. */
const orders = {
  joined: () => 0,
  sellers: sellersFirst,
  name: (one: Member, other: Member) => compareNames(one.name, other.name),
  openLeads: (one: Member, other: Member) => workOf(other).openLeads - workOf(one).openLeads,
  quoted: (one: Member, other: Member) => workOf(other).quotedPaise - workOf(one).quotedPaise,
  visits: (one: Member, other: Member) =>
    workOf(other).weekVisits - workOf(one).weekVisits ||
    compare(workOf(other).lastVisitOn ?? '', workOf(one).lastVisitOn ?? ''),
} as const;
type Order = keyof typeof orders;

const noWork = { openLeads: 0, quotedPaise: 0, weekVisits: 0, lastVisitOn: undefined, weeks: [] };
const workOf = ({ work }: Member): Omit<TeamWork['members'][number], 'memberId'> => work ?? noWork;
const idOf = ({ memberId }: Member): string => memberId;
const NONE: ReadonlySet<string> = new Set();

/** Members as a table: sellers first, or by a figure. */
export function MemberTable({
  label,
  members,
  onAsk,
}: ChangeRequests & { label: string; members: readonly Member[] }): ReactNode {
  const [order, setOrder] = useState<Order>('sellers');
  const columns = useMemo(() => columnsOf(onAsk), [onAsk]);
  return (
    <DataTable
      label={label}
      items={members.toSorted(orders[order])}
      keyOf={idOf}
      columns={columns}
      highlighted={NONE}
      sort={{ key: order, onSort: (by) => setOrder(by as Order) }}
      onPress={undefined}
    />
  );
}

const ascending = (key: Order) => ({ key, direction: 'ascending' }) as const;
const descending = (key: Order) => ({ key, direction: 'descending' }) as const;

const columnsOf = (onAsk: ChangeRequests['onAsk']): readonly TableColumn<Member>[] => [
  {
    title: msg`Member`,
    sort: ascending('name'),
    cell: (member) => <Name member={member} />,
  },
  { title: msg`Role`, className: 'w-26', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    title: msg`Leads, open`,
    className: 'w-29 max-lg:hidden',
    alignRight: true,
    sort: descending('openLeads'),
    cell: (member) => <CellCount member={member} count={member.work?.openLeads} />,
  },
  {
    title: msg`Quoted, open`,
    className: 'w-36 max-lg:hidden',
    alignRight: true,
    sort: descending('quoted'),
    cell: (member) =>
      member.work &&
      (member.work.quotedPaise > 0 ? (
        <Money as="short" paise={member.work.quotedPaise} />
      ) : (
        isSeller(member) && <NoValue>{t`No quote`}</NoValue>
      )),
  },
  {
    title: msg`Visits, 7 days`,
    className: 'w-34 max-xl:hidden',
    alignRight: true,
    sort: descending('visits'),
    cell: (member) => <Visits member={member} />,
  },
  {
    title: msg`Joined`,
    className: 'w-28 max-[1439px]:hidden',
    alignRight: true,
    sort: ascending('joined'),
    cell: ({ joinedAt }) => <JoinedOn at={joinedAt} />,
  },
  {
    title: msg`Actions`,
    hasButtons: true,
    className: 'w-14',
    alignRight: true,
    cell: (member) => <MemberMenu member={member} onAsk={onAsk} />,
  },
];

/** Classes that hide a fact below the name at widths where a column shows it. */
const hiddenBesideColumn = { joined: 'lg:hidden', visits: 'xl:hidden', leads: 'lg:hidden' };

function Name({ member }: { member: Member }): ReactNode {
  const { memberId, name, phone, work } = member;
  const isMe = useMe().account.id === memberId;
  // facts after the first begin with a dot; facts that never hide come first, so that no line
  // begins with a dot
  const facts = [
    { fact: <JoinedOn at={member.joinedAt} isSentence />, className: hiddenBesideColumn.joined },
    { fact: work && weekVisitsText(work.weekVisits), className: hiddenBesideColumn.visits },
    { fact: work && openLeadsText(work.openLeads), className: hiddenBesideColumn.leads },
    { fact: work && quotedText(work), className: hiddenBesideColumn.leads },
  ].filter(({ fact }) => fact);
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} isMe={isMe} size="s" />
      <span className="min-w-0 grow">
        <RowLink to={memberPath(memberId)} title={isMe ? t`${name} (you)` : name}>
          {phone && <span className="meta num block">{phoneText(phone)}</span>}
          <span className="meta num block">
            {facts.map(({ fact, className }, index) => (
              <span key={index} className={className}>
                <wbr />
                {index > 0 && <span className="dot-sep" />}
                {fact}
              </span>
            ))}
          </span>
        </RowLink>
      </span>
    </span>
  );
}

/** Zero for a seller, blank for other members. */
const ZeroOfSeller = ({ member, children }: { member: Member; children: string }): ReactNode =>
  isSeller(member) && <span className="num text-ink-3">{children}</span>;

/** Count of a member, which opens its list if there is one. */
function CellCount({
  member,
  count,
  to,
}: {
  member: Member;
  count: number | undefined;
  to?: string;
}): ReactNode {
  if (count === undefined) return null;
  if (count === 0) return <ZeroOfSeller member={member}>{grouped(0)}</ZeroOfSeller>;
  if (to === undefined) return <span className="num">{grouped(count)}</span>;
  return (
    <Link
      to={to}
      className="num relative z-1 hover:underline"
      aria-label={`${grouped(count)}, ${member.name}`}
    >
      {grouped(count)}
    </Link>
  );
}

function Visits({ member }: { member: Member }): ReactNode {
  const today = useToday();
  const { memberId, work } = member;
  const lastVisitOn = work?.lastVisitOn;
  return (
    <>
      {lastVisitOn !== undefined && (
        <span className="meta num mr-2">{t`Last on ${dayText(lastVisitOn, today)}`}</span>
      )}
      <CellCount member={member} count={work?.weekVisits} to={visitsOfWeekPath(today, memberId)} />
    </>
  );
}

const weekVisitsText = (count: number): string | false =>
  count > 0 && plural(count, { one: '# visit in 7 days', other: '# visits in 7 days' });
const openLeadsText = (count: number): string | false =>
  count > 0 && plural(count, { one: '# open lead', other: '# open leads' });
const quotedText = ({ quotedPaise }: Pick<typeof noWork, 'quotedPaise'>): string | false =>
  quotedPaise > 0 && shortMoney(quotedPaise);

/** Day of joining. `isSentence`: with "Joined", because no column head names it. */
function JoinedOn({ at, isSentence = false }: { at: string; isSentence?: boolean }): ReactNode {
  const day = dayText(dayIn(useZone(), new Date(at)), useToday());
  return <span className="num">{isSentence ? t`Joined ${day}` : day}</span>;
}

/** Row of a member on a phone. */
export function MemberRow({ member, onAsk }: ChangeRequests & { member: Member }): ReactNode {
  const { memberId, name, role, phone, joinedAt, work } = member;
  const isMe = useMe().account.id === memberId;
  return (
    <li className="list-row relative pr-1 hover:bg-hover">
      <Avatar name={name} isMe={isMe} />
      <span className="min-w-0 grow">
        <RowLink to={memberPath(memberId)} title={isMe ? t`${name} (you)` : name}>
          <span className="meta num block truncate">
            <InlineList
              items={[
                i18n._(roleNames[role]),
                work && openLeadsText(work.openLeads),
                work && quotedText(work),
              ]}
            />
          </span>
          {/* no dot between the two, because it would end the first line when they wrap */}
          <span className="meta row wrap gap-x-2 gap-y-0">
            {phone && <span className="num">{phoneText(phone)}</span>}
            <JoinedOn at={joinedAt} isSentence />
          </span>
        </RowLink>
      </span>
      <MemberMenu member={member} onAsk={onAsk} />
    </li>
  );
}

/** Menu of a member. Nobody changes their own role here, or removes themselves. */
function MemberMenu({ member, onAsk }: ChangeRequests & { member: Member }): ReactNode {
  const { account } = useMe();
  const { memberId, name } = member;
  const isMe = memberId === account.id;
  const history = useHistoryEntries(`/settings/team/${memberId}`);
  if (isMe && history.length === 0) return null;
  const ask = (change: MemberChange['change']) => () => onAsk({ change, member });
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
