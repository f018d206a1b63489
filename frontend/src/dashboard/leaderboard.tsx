import { plural, t } from '@lingui/core/macro';
import { ArrowUp, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lastDays } from '#domain/visits/leaderboard.js';
import type { LeaderboardMeasure } from '#domain/visits/visit.values.js';
import type { Leaderboard, LeaderboardRow } from '#domain/visits/visit.views.js';
import { useLiveStatus } from '../lib/live/live.js';
import { HIGHLIGHT_MS } from '../lib/live/live-changes.js';
import { usePermissions, useMe } from '../lib/account/session.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { useIsPast } from '../kit/records/past-day.js';
import { useListFilters } from '../kit/lists/list-filters.js';
import { ExpandableItems } from '../kit/lists/expandable-items.js';
import { Avatar } from '../ui/display/avatar.js';
import { classes } from '../ui/classes.js';
import { Money, useToday } from '../ui/display/figures.js';
import { grouped, money, ordinal, shortMoney } from '../ui/display/format.js';
import { Icon, type IconType } from '../ui/display/icon.js';
import { useHeldOrder, useFlip } from '../ui/layout/animated-list.js';
import { Link } from '../ui/buttons/link.js';
import { LiveIndicator } from '../ui/display/live-indicator.js';
import { QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Segment } from '../ui/inputs/choice.js';
import { Card } from '../ui/layout/surface.js';
import { i18n, optionsOf } from '../words/i18n.js';
import { dashboardFilters, measureNames } from './dashboard-filters.js';
import { useLeaderboard } from './dashboard-query.js';
import {
  leadsConvertedPath,
  leadsOfMemberPath,
  memberPath,
  leadsQuotedPath,
  visitsOfMemberPath,
} from '../kit/leads/figure-links.js';
import { inactiveText } from '../kit/team/needs-help.js';

/** Rows that fit beside the rest of the dashboard. */
const PREVIEW_ROWS = 10;

/** Ranking of reps by a measure of thirty days. A changed row is highlighted and moves. */
export function LeaderboardCard(): ReactNode {
  const live = useLiveStatus() === 'live';
  const { filters, change } = useListFilters(dashboardFilters);
  const { by } = filters;
  return (
    // clips a tinted row at the corners of the card
    <Card
      title={t`Sales Rep Leaderboard`}
      className="overflow-clip"
      headerEnd={
        <HideOnPastDays>
          <LiveIndicator live={live}>{live ? t`Live` : t`Reconnecting`}</LiveIndicator>
        </HideOnPastDays>
      }
    >
      {/* below the title, so that the length of the text does not wrap the title */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-2">
        <Segment
          label={t`Ranked by`}
          options={optionsOf(measureNames)}
          value={by}
          onValue={(chosen) => change({ by: chosen })}
          className="max-md:w-full"
        />
        <p className="meta">
          {by === 'activity' ? t`Last 30 days. Ties: more leads first.` : t`Last 30 days`}
        </p>
      </div>
      <QueryStates
        inCard
        query={useLeaderboard(by)}
        failed={t`Failed to load leaderboard`}
        label={t`Loading leaderboard`}
        skeleton={<SkeletonRows count={3} />}
      >
        {(leaderboard) => (
          <>
            <Rows {...leaderboard} by={by} />
            {leaderboard.items.some(({ placesUp }) => placesUp !== undefined) && (
              <HideOnPastDays>
                <p className="meta px-4 py-3 shadow-line-t">{t`▲ ▼ Places since last week`}</p>
              </HideOnPastDays>
            )}
          </>
        )}
      </QueryStates>
    </Card>
  );
}

/** Figure that ranks a row. */
function rankingFigure(
  by: LeaderboardMeasure,
  { leads, visits, quotedPaise, convertedPaise }: LeaderboardRow,
): number {
  if (by === 'activity') return leads + visits;
  return by === 'won' ? convertedPaise : quotedPaise;
}

/** Distance of a row to the next better one: `₹37.20 L behind Pooja`. */
function gapText(
  by: LeaderboardMeasure,
  row: LeaderboardRow,
  all: readonly LeaderboardRow[],
): string | undefined {
  const next = all.findLast(({ rank }) => rank < row.rank);
  if (next === undefined) return undefined;
  const gap = rankingFigure(by, next) - rankingFigure(by, row);
  const behind = by === 'activity' ? grouped(gap) : shortMoney(gap);
  const firstName = next.name.split(' ')[0] ?? next.name;
  return gap > 0 ? t`${behind} behind ${firstName}` : undefined;
}

function Rows({ items, of, by }: Leaderboard & { by: LeaderboardMeasure }): ReactNode {
  const { account } = useMe();
  const body = useRef<HTMLTableSectionElement>(null);
  const isPast = useIsPast();
  const gainedRanks = useGainedRanks(items, account.id);
  const { shown, pointerHandlers } = useHeldOrder(items, ({ memberId }) => memberId);
  useFlip(
    body,
    shown.map(({ memberId }) => memberId),
  );
  const maximum = Math.max(1, ...items.map((row) => rankingFigure(by, row)));
  if (items.length === 0)
    return (
      <p className="card-b label text-ink-2">
        {t`Ranked are reps, and others with leads or visits of their own.`}
      </p>
    );
  return (
    <ExpandableItems items={shown} previewCount={PREVIEW_ROWS} noun="rep">
      {(visibleRows) => (
        <table className="table-fixed text-label/[1.2rem]" {...pointerHandlers}>
          <caption className="sr-only">{t`Leads and visits by sales rep, last 30 days`}</caption>
          <thead>
            <tr className="text-meta/[1.2rem] text-ink-3 *:shadow-line-b">
              <th scope="col" className="w-18 py-1">
                <span className="sr-only">{t`Rank`}</span>
              </th>
              <th scope="col" className="px-2 py-1 text-left font-medium">
                {t`Rep`}
              </th>
              <td className="w-28 max-lg:hidden" />
              {by === 'activity' ? (
                <>
                  <th
                    scope="col"
                    className="w-17 px-2 py-1 text-right font-medium whitespace-nowrap lg:w-19"
                  >
                    <Swatch className="bg-chart-1" />
                    {t`Leads`}
                  </th>
                  <th
                    scope="col"
                    className="w-20 py-1 pr-4 pl-2 text-right font-medium whitespace-nowrap lg:w-21"
                  >
                    <Swatch className="bg-chart-2" />
                    {t`Visits`}
                  </th>
                </>
              ) : (
                <th scope="col" className="w-32 py-1 pr-4 pl-2 text-right font-medium lg:w-27">
                  {i18n._(measureNames[by])}
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rowsWithOwn(visibleRows, shown, account.id).map((row) => (
              <Row
                key={row.memberId}
                row={row}
                of={of}
                isOnlyVisibleRow={items.length < of}
                maximum={maximum}
                isFirst={row.rank === 1 && row.memberId === items[0]?.memberId}
                isMe={row.memberId === account.id}
                by={by}
                gained={isPast ? undefined : gainedRanks.get(row.memberId)}
                gapText={gapText(by, row, shown)}
              />
            ))}
          </tbody>
        </table>
      )}
    </ExpandableItems>
  );
}

/** Visible rows, and the member's own. */
function rowsWithOwn(
  visibleRows: readonly LeaderboardRow[],
  all: readonly LeaderboardRow[],
  meId: string,
): readonly LeaderboardRow[] {
  const ownRow = all.find(({ memberId }) => memberId === meId);
  return ownRow === undefined || visibleRows.includes(ownRow)
    ? visibleRows
    : [...visibleRows, ownRow];
}

interface RowProps {
  row: LeaderboardRow;
  /** Number of ranked members. */
  of: number;
  /** Whether the reader sees no row but the own one. */
  isOnlyVisibleRow: boolean;
  maximum: number;
  /** Whether this is the first row of rank 1. */
  isFirst: boolean;
  isMe: boolean;
  by: LeaderboardMeasure;
  /** Ranks gained by the last change; undefined without one. */
  gained: number | undefined;
  gapText: string | undefined;
}

function Row({
  row,
  of,
  isOnlyVisibleRow,
  maximum,
  isFirst,
  isMe,
  by,
  gained,
  gapText,
}: RowProps): ReactNode {
  const { memberId, name, rank, quietDays, placesUp } = row;
  const today = useToday();
  const firstDay = lastDays(today)[0] ?? today;
  const listPathOf = by === 'won' ? leadsConvertedPath : leadsQuotedPath;
  const seesWork = usePermissions()('GET /api/needs-help');
  return (
    <tr
      data-key={memberId}
      className={classes(
        'not-first:*:shadow-line-t',
        'h-13',
        isFirst && 'bg-accent-soft text-accent-soft-ink',
        gained !== undefined && 'is-highlighted',
      )}
    >
      <td className={classes('num py-1.5 pr-2 pl-4', isFirst ? 'font-strong' : 'text-ink-3')}>
        {/* arrows stand below each other, apart from the ranks */}
        <span className="inline-block min-w-6">{rank}</span>
        {placesUp !== undefined && <RankMove placesUp={placesUp} />}
      </td>
      <th scope="row" className="px-2 py-1.5 text-left font-regular">
        <span className="row gap-2">
          {/* on the tinted row the avatar needs another colour */}
          <Avatar
            name={name}
            isMe={isMe}
            size="s"
            className={isFirst && isMe ? 'bg-accent! text-on-accent!' : undefined}
          />
          <span className="grow">
            <span className="line-clamp-2 min-w-0 wrap-anywhere font-medium" title={name}>
              {seesWork ? (
                <Link to={memberPath(memberId)} className="hover:underline">
                  {name}
                </Link>
              ) : (
                name
              )}
            </span>
            <RankBar row={row} by={by} maximum={maximum} className="my-0.75 lg:hidden" />
            {isOnlyVisibleRow && <span className="meta block">{t`${ordinal(rank)} of ${of}`}</span>}
            {!isOnlyVisibleRow && gapText && (
              // a phone has room only for the reader's own gap
              <span className={classes('meta block', !isMe && 'max-md:hidden')}>{gapText}</span>
            )}
            {gained === undefined && quietDays !== undefined && (
              // a phone hides the icon, because the name needs its room
              <RowNote icon={CircleAlert} className="text-warning-ink max-md:[&>svg]:hidden">
                {inactiveText(quietDays)}
              </RowNote>
            )}
            {gained !== undefined && (
              <RowNote icon={gained > 0 ? ArrowUp : undefined} className="text-accent-ink">
                {gained > 0
                  ? plural(gained, { one: t`Up # place`, other: t`Up # places` })
                  : t`Just now`}
              </RowNote>
            )}
          </span>
        </span>
      </th>
      <td className="max-lg:hidden">
        <RankBar row={row} by={by} maximum={maximum} />
      </td>
      {by === 'activity' ? (
        <ActivityCells row={row} isFirst={isFirst} />
      ) : (
        <td className="py-1.5 pr-4 pl-2">
          <Figure
            to={listPathOf(firstDay, today, memberId)}
            ariaLabel={
              by === 'won'
                ? t`${money(row.convertedPaise)} won by ${name}`
                : t`${money(row.quotedPaise)} quoted by ${name}`
            }
            isStrong={isFirst}
          >
            <Money as="short" paise={rankingFigure(by, row)} />
          </Figure>
        </td>
      )}
    </tr>
  );
}

/** Bar of a row's figures, relative to the largest row. */
function RankBar({
  row,
  by,
  maximum,
  className,
}: Pick<RowProps, 'row' | 'by' | 'maximum'> & { className?: string }): ReactNode {
  const parts = by === 'activity' ? [row.leads, row.visits] : [rankingFigure(by, row)];
  return (
    <span
      className={classes('flex h-1.5 overflow-hidden rounded-full bg-press', className)}
      aria-hidden="true"
    >
      {parts.map((part, index) => (
        <span
          key={index}
          className={index === 0 ? 'bg-chart-1' : 'bg-chart-2'}
          style={{ width: `${(part / maximum) * 100}%` }}
        />
      ))}
    </span>
  );
}

/** Places gained or lost since last week: `▲1`, `▼3`. */
function RankMove({ placesUp }: { placesUp: number }): ReactNode {
  const text =
    placesUp > 0
      ? plural(placesUp, {
          one: 'Up # place since last week',
          other: 'Up # places since last week',
        })
      : plural(-placesUp, {
          one: 'Down # place since last week',
          other: 'Down # places since last week',
        });
  return (
    <span
      title={text}
      className={classes(
        'text-meta/5 font-medium whitespace-nowrap',
        placesUp > 0 ? 'text-accent-ink' : 'text-ink-2',
      )}
    >
      <span aria-hidden="true">
        {placesUp > 0 ? '▲' : '▼'}
        {Math.abs(placesUp)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Colour sample that ties a figure to its part of the bar. */
const Swatch = ({ className }: { className: string }): ReactNode => (
  <span
    className={classes('mr-1 inline-block size-2 rounded-[2px]', className)}
    aria-hidden="true"
  />
);

function ActivityCells({
  row: { memberId, name, leads, visits },
  isFirst,
}: Pick<RowProps, 'row' | 'isFirst'>): ReactNode {
  const today = useToday();
  return (
    <>
      <td className="px-2 py-1.5">
        <Figure
          to={leadsOfMemberPath(memberId, today)}
          ariaLabel={t`${plural(leads, { one: '# lead', other: '# leads' })} of ${name}`}
          isStrong={isFirst}
        >
          {grouped(leads)}
        </Figure>
      </td>
      <td className="py-1.5 pr-4 pl-2">
        <Figure
          to={visitsOfMemberPath(memberId, today)}
          ariaLabel={t`${plural(visits, { one: '# visit', other: '# visits' })} of ${name}`}
          isStrong={isFirst}
        >
          {grouped(visits)}
        </Figure>
      </td>
    </>
  );
}

/** Note below a rep's name: inactivity, or a change of rank. */
function RowNote({
  icon,
  className,
  children,
}: {
  icon: IconType | undefined;
  className: string;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={classes('flex items-center gap-1 text-meta/5 font-medium', className)}>
      {icon && <Icon icon={icon} size="s" />}
      <span>{children}</span>
    </span>
  );
}

/** Figure that links to its list. */
function Figure({
  to,
  ariaLabel,
  isStrong,
  children,
}: {
  to: string;
  ariaLabel: string;
  isStrong: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Link
      to={to}
      className={classes(
        'num flex min-h-tap items-center justify-end hover:underline lg:min-h-8',
        isStrong && 'font-strong',
      )}
      aria-label={ariaLabel}
    >
      {children}
    </Link>
  );
}

/** Rows changed by others, with the ranks that they gained. */
function useGainedRanks(
  rows: readonly LeaderboardRow[],
  meId: string,
): ReadonlyMap<string, number> {
  const rowsBefore = useRef<readonly LeaderboardRow[]>(undefined);
  const [gainedRanks, setGainedRanks] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    const oldRows = new Map(rowsBefore.current?.map((row) => [row.memberId, row]));
    rowsBefore.current = rows;
    const newGains = rows.flatMap((row) => {
      const { memberId, rank } = row;
      const oldRow = oldRows.get(memberId);
      const isUnchanged =
        !oldRow ||
        (['leads', 'visits', 'quotedPaise', 'convertedPaise'] as const).every(
          (figure) => oldRow[figure] === row[figure],
        );
      return isUnchanged || memberId === meId
        ? []
        : [[memberId, Math.max(0, oldRow.rank - rank)] as const];
    });
    if (newGains.length === 0) return undefined;
    setGainedRanks(new Map(newGains));
    const timer = setTimeout(() => setGainedRanks(new Map()), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [rows, meId]);
  return gainedRanks;
}
