import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Leaderboard as Board, type LeaderboardRow, leaderboardDays } from '#domain/visits/leaderboard.js';
import { useLiveStatus } from '../lib/live.js';
import { highlightFor } from '../lib/live-changes.js';
import { useMe } from '../lib/session.js';
import { FirstFew } from '../shared/first-few.js';
import { Avatar } from '../ui/avatar.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/figures.js';
import { grouped, ordinal } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { useHeldOrder, useFlip } from '../ui/animated-list.js';
import { LiveDot } from '../ui/live-dot.js';
import { Skeleton, ErrorState, Loading } from '../ui/states.js';
import { useLeaderboard } from './dashboard-query.js';
import { leadsOfMember, visitsOfMember } from './figure-links.js';

/** A board that is seen as a whole beside the rest of the dashboard. */
const few = 10;

/** Who captured and visited most in thirty days. Live: a row whose figures change is highlighted, and travels to its new place. */
export function Leaderboard(): ReactNode {
  const live = useLiveStatus() === 'live';
  const board = useLeaderboard();
  return (
    <section className="card leaderboard" aria-labelledby="leaderboard">
      <div className="card-h">
        <h2 className="t3" id="leaderboard">
          <Trans>Sales Rep Leaderboard</Trans>
        </h2>
        <LiveDot live={live}>{live ? t`Live` : t`Reconnecting`}</LiveDot>
      </div>
      {/* Below the title and its mark: beside them it would break anew, and move all that follows, when the mark becomes shorter. */}
      <p className="meta px-4 pb-2">
        <Trans>Most leads and visits together in the last 30 days. Among equals, more leads.</Trans>
      </p>
      {board.isError && !board.data ? (
        <ErrorState level={3} title={t`Failed to load leaderboard`} busy={board.isFetching} onRetry={() => void board.refetch()} />
      ) : (
        <Loading when={!board.data} skeleton={<Bones />} label={t`Loading leaderboard`}>
          {() => board.data && <Rows board={board.data} />}
        </Loading>
      )}
    </section>
  );
}

function Bones(): ReactNode {
  return (
    <div className="card-b stack gap-4">
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} width="100%" height="2rem" />
      ))}
    </div>
  );
}

function Rows({ board: { items, of } }: { board: Board }): ReactNode {
  const { account } = useMe();
  const body = useRef<HTMLTableSectionElement>(null);
  const [held, setHeld] = useState(false);
  const changed = useChanged(items, account.id);
  const shown = useHeldOrder(items, ({ memberId }) => memberId, held);
  useFlip(
    body,
    shown.map(({ memberId }) => memberId),
  );
  const most = Math.max(1, ...items.map(({ leads, visits }) => leads + visits));
  return (
    <FirstFew items={shown} few={few} what="rep">
      {(first) => (
        <table
          onPointerDown={() => setHeld(true)}
          onPointerUp={() => setHeld(false)}
          onPointerCancel={() => setHeld(false)}
          onPointerLeave={() => setHeld(false)}
        >
          <caption className="vh">
            <Trans>Leads and visits by sales rep, last 30 days</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col" className="rk">
                <span className="vh">
                  <Trans>Rank</Trans>
                </span>
              </th>
              <th scope="col">
                <Trans>Rep</Trans>
              </th>
              <th scope="col" className="r c-leads">
                <Trans>Leads</Trans>
              </th>
              <th scope="col" className="r c-visits">
                <Trans>Visits</Trans>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {withMine(first, shown, account.id).map((row) => (
              <Row
                key={row.memberId}
                row={row}
                of={of}
                alone={items.length < of}
                most={most}
                isFirst={row.rank === 1 && row.memberId === items[0]?.memberId}
                isMe={row.memberId === account.id}
                by={changed.get(row.memberId)}
              />
            ))}
          </tbody>
        </table>
      )}
    </FirstFew>
  );
}

/** Nobody has to look for their own row. */
function withMine(first: readonly LeaderboardRow[], all: readonly LeaderboardRow[], meId: string): readonly LeaderboardRow[] {
  const mine = all.find(({ memberId }) => memberId === meId);
  return mine === undefined || first.includes(mine) ? first : [...first, mine];
}

interface RowProps {
  row: LeaderboardRow;
  of: number;
  /** Only one's own row is shown. */
  alone: boolean;
  most: number;
  /** Of those who share the first place, the one who stands there. */
  isFirst: boolean;
  isMe: boolean;
  /** How many places it has just come up; undefined: nothing has changed. */
  by: number | undefined;
}

function Row({ row: { memberId, name, leads, visits, rank, quietDays, placesUp }, of, alone, most, isFirst, isMe, by }: RowProps): ReactNode {
  const today = useToday();
  return (
    <tr data-key={memberId} className={classes(isFirst && 'top', by !== undefined && 'is-highlighted')}>
      <td className="rk num">{rank}</td>
      <th scope="row">
        <span className="row gap-2">
          <Avatar name={name} me={isMe} size="s" className="flex-none" />
          <span className="grow">
            <span className="clamp2 medium" title={name}>
              {name}
            </span>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${(leads / most) * 100}%` }} />
              <span className="visits" style={{ width: `${(visits / most) * 100}%` }} />
            </span>
            {alone && <span className="meta block">{t`${ordinal(rank)} of ${of}`}</span>}
            {by === undefined && quietDays !== undefined && (
              <span className="moved quiet">
                <Icon of={CircleAlert} size="s" />
                {quietDays >= leaderboardDays ? t`No visit in ${leaderboardDays} days` : t`No visit for ${quietDays} days`}
              </span>
            )}
            {by === undefined && placesUp !== undefined && (
              <span className={classes('moved', placesUp < 0 && 'down')}>
                <Icon of={placesUp > 0 ? ArrowUp : ArrowDown} size="s" />
                {placesUp > 0
                  ? plural(placesUp, { one: 'Up # place since last week', other: 'Up # places since last week' })
                  : plural(-placesUp, { one: 'Down # place since last week', other: 'Down # places since last week' })}
              </span>
            )}
            {by !== undefined && (
              <span className="moved">
                {by > 0 && <Icon of={ArrowUp} size="s" />}
                {by > 0 ? plural(by, { one: t`Up # place`, other: t`Up # places` }) : t`Just now`}
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="r">
        <Link to={leadsOfMember(memberId, today)} className="n num" aria-label={t`${plural(leads, { one: '# lead', other: '# leads' })} of ${name}`}>
          {grouped(leads)}
        </Link>
      </td>
      <td className="r">
        <Link
          to={visitsOfMember(memberId, today)}
          className="n num"
          aria-label={t`${plural(visits, { one: '# visit', other: '# visits' })} of ${name}`}
        >
          {grouped(visits)}
        </Link>
      </td>
    </tr>
  );
}

/** Rows whose figures have just changed by themselves, and by how many places they came up. What I did myself is not marked. */
function useChanged(rows: readonly LeaderboardRow[], meId: string): ReadonlyMap<string, number> {
  const before = useRef<readonly LeaderboardRow[]>(undefined);
  const [changed, setChanged] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    const was = new Map(before.current?.map((row) => [row.memberId, row]));
    before.current = rows;
    const fresh = rows.flatMap(({ memberId, leads, visits, rank }) => {
      const old = was.get(memberId);
      const same = !old || (old.leads === leads && old.visits === visits);
      return same || memberId === meId ? [] : [[memberId, Math.max(0, old.rank - rank)] as const];
    });
    if (fresh.length === 0) return undefined;
    setChanged(new Map(fresh));
    const timer = setTimeout(() => setChanged(new Map()), highlightFor);
    return () => clearTimeout(timer);
  }, [rows, meId]);
  return changed;
}
