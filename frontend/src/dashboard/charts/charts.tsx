import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useDeferredValue } from 'react';
import { leadStatuses } from '#domain/leads/lead.values.js';
import type { Dashboard } from '#domain/leads/lead.views.js';
import { sumDays } from '#domain/visits/day-figures.js';
import { WEEK_DAYS } from '#domain/visits/leaderboard.js';
import type { Charts as Figures } from '#domain/visits/visit.views.js';
import { statusLooks } from '../../kit/texts/labels.js';
import { StatusGlyph } from '../../kit/leads/status-badge.js';
import { countedNoun } from '../../kit/texts/nouns.js';
import { Money, useToday } from '../../ui/display/figures.js';
import { classes } from '../../ui/classes.js';
import { dayText, grouped, percent, shortMoney } from '../../ui/display/format.js';
import { Link } from '../../ui/buttons/link.js';
import { ErrorState } from '../../ui/feedback/states.js';
import { Card } from '../../ui/layout/surface.js';
import { markColor } from '../../ui/tone.js';
import { ChartCard, Figure, SeriesColor } from '../../kit/charts/chart-card.js';
import { translated } from '../../words/i18n.js';
import { comparisonColor, CountBars, mainColor, MoneyLines, WeekBars } from './chart-drawings.js';
import { lossesText, lossName } from './losses-text.js';
import {
  convertedOfDay,
  type FigureLink,
  leadsOfDay,
  quotedOfDay,
  visitsOfDay,
} from './chart-links.js';
import { useCharts } from '../dashboard-query.js';
import { strongestWeek, weekText, type WeekTotals, wholeWeeks } from './whole-weeks.js';
import { leadsInStatusPath, overdueFollowUpsPath } from '../../kit/leads/figure-links.js';
import { memoized } from '../../words/language.js';

/**
 * Charts for admins, each with a table. Rendered after the rest, because drawing takes longest.
 */
export default function Charts({ leads }: { leads: Dashboard['leads'] }): ReactNode {
  const charts = useCharts();
  const drawnData = useDeferredValue(charts.data);
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 lg:grid-cols-2">
      <LeadsByStatus leads={useDeferredValue(leads)} />
      {drawnData ? (
        <>
          <WeekChart days={drawnData.days} />
          <MoneyChart days={drawnData.days} />
          <LossesChart losses={drawnData.losses} days={drawnData.days} />
          <OverdueChart byMember={drawnData.overdueByMember} />
        </>
      ) : (
        charts.isError && (
          <div className="card">
            <ErrorState
              level={2}
              title={t`Failed to load charts`}
              busy={charts.isFetching}
              error={charts.error}
              onRetry={() => void charts.refetch()}
            />
          </div>
        )
      )}
    </div>
  );
}

/** Links a figure of the table to its list. */
const linkedFigure = <Datum,>(
  { to, ariaLabel }: FigureLink<Datum>,
  datum: Datum,
  text: ReactNode,
): ReactNode => (
  <Figure to={to(datum)} label={ariaLabel(datum)}>
    {text}
  </Figure>
);

/** Chart of leads by status. */
const LeadsByStatus = memoized(function LeadsByStatus({
  leads: { total, byStatus },
}: {
  leads: Dashboard['leads'];
}): ReactNode {
  const share = (count: number): string => percent(total === 0 ? 0 : (count / total) * 100);
  const stages = leadStatuses.map((status) => ({
    key: status,
    name: translated(status),
    count: byStatus[status],
    color: markColor(statusLooks[status].tone),
    glyph: <StatusGlyph status={status} />,
    countText: `${grouped(byStatus[status])}\u00a0·\u00a0${share(byStatus[status])}`,
    to: leadsInStatusPath(status),
    ariaLabel: t`${countedNoun(byStatus[status], 'lead')} ${translated(status)}`,
  }));
  return (
    <ChartCard
      className="min-h-76"
      title={t`Leads by status`}
      summary={
        total === 0
          ? t`No leads yet.`
          : t`${share(byStatus.Converted)} of ${countedNoun(total, 'lead')} converted so far`
      }
      chart={
        <CountBars title={t`Leads by status`} countLabel={t`Leads`} bars={stages} nameWidth={112} />
      }
      heads={[t`Status`, t`Leads`, t({ message: 'Share', context: 'of the whole' })]}
      rows={stages.map(({ key, name, count, to, ariaLabel }) => ({
        key,
        cells: [
          <span className="row">
            <StatusGlyph status={key} />
            {name}
          </span>,
          <Figure to={to} label={ariaLabel}>
            {grouped(count)}
          </Figure>,
          share(count),
        ],
      }))}
    />
  );
});

type Days = Figures['days'];

/** Days of a chart. The money above has other days, so every chart names its own. */
const daysToTodayText = (from: string | undefined, today: string): string =>
  from === undefined ? '' : weekText({ from, to: today }, today);

/** Table rows by day, today first. */
const rowsOf = (days: Days, today: string, figures: (day: Days[number]) => readonly ReactNode[]) =>
  days.toReversed().map((each) => ({
    key: each.day,
    cells: [each.day === today ? t`Today` : dayText(each.day, today), ...figures(each)],
  }));

/** The week with the most leads and the most visits; without one, the sums of all weeks. */
function WeeksText({ weeks, today }: { weeks: readonly WeekTotals[]; today: string }): ReactNode {
  const strongest = strongestWeek(weeks);
  const sums = strongest ?? {
    leads: sumDays(weeks, 'leads'),
    visits: sumDays(weeks, 'visits'),
  };
  const figures = (
    <>
      <SeriesColor color={mainColor} />
      {countedNoun(sums.leads, 'lead')} <span className="mr-2" />
      <SeriesColor color={comparisonColor} />
      {countedNoun(sums.visits, 'visit')}
    </>
  );
  if (strongest === undefined) return figures;
  return (
    <Trans>
      Most in {weekText(strongest, today)}: {figures}
    </Trans>
  );
}

const WeekChart = memoized(function WeekChart({ days }: { days: Days }): ReactNode {
  const today = useToday();
  const weeks = wholeWeeks(days);
  return (
    <ChartCard
      className="min-h-76"
      title={t`Leads and visits by week`}
      summary={<WeeksText weeks={weeks} today={today} />}
      period={daysToTodayText(weeks[0]?.from, today)}
      chart={<WeekBars weeks={weeks} today={today} />}
      label={t`Leads and visits per day`}
      heads={[t`Day`, t`Leads`, t`Visits`]}
      rows={rowsOf(days.slice(-weeks.length * WEEK_DAYS), today, (day) => [
        linkedFigure(leadsOfDay, day, grouped(day.leads)),
        linkedFigure(visitsOfDay, day, grouped(day.visits)),
      ])}
    />
  );
});

const MoneyChart = memoized(function MoneyChart({ days }: { days: Days }): ReactNode {
  const today = useToday();
  const [quoted, converted] = [sumDays(days, 'quotedPaise'), sumDays(days, 'convertedPaise')];
  return (
    <ChartCard
      className="min-h-76"
      title={t`Quoted and converted value`}
      period={daysToTodayText(days[0]?.day, today)}
      summary={
        <>
          <SeriesColor color={mainColor} />
          {t`${shortMoney(converted)} converted`} <span className="mr-2" />
          <SeriesColor color={comparisonColor} />
          {t`${shortMoney(quoted)} quoted`}
        </>
      }
      chart={<MoneyLines days={days} today={today} />}
      label={t`Quoted and converted value, day by day`}
      heads={[t`Day`, t`Quoted`, t`Converted`]}
      rows={rowsOf(days, today, (day) => [
        linkedFigure(quotedOfDay, day, <Money paise={day.quotedPaise} />),
        linkedFigure(convertedOfDay, day, <Money paise={day.convertedPaise} />),
      ])}
    />
  );
});

const LossesChart = memoized(function LossesChart({
  losses,
  days,
}: Pick<Figures, 'losses' | 'days'>): ReactNode {
  const today = useToday();
  const all = losses.reduce((sum, { leads }) => sum + leads, 0);
  const shareOf = (leads: number): string => percent((leads / all) * 100);
  return (
    <ChartCard
      className="min-h-76"
      title={t`Why leads were lost`}
      period={daysToTodayText(days[0]?.day, today)}
      summary={lossesText(losses)}
      chart={
        <ul className="mt-3 stack gap-3" aria-label={t`Why leads were lost`}>
          {losses.map(({ reason, leads }) => (
            <li key={reason} className="stack gap-1">
              <span className="row between label gap-3">
                <span
                  className={classes('min-w-0 wrap-anywhere', reason === 'Other' && 'text-ink-3')}
                >
                  {lossName(reason)}
                </span>
                <span className="num flex-none">
                  <span className={reason === 'Other' ? 'text-ink-3' : 'font-medium'}>
                    {grouped(leads)}
                  </span>{' '}
                  <span className="meta">{shareOf(leads)}</span>
                </span>
              </span>
              <span className="block h-2 overflow-hidden rounded-full bg-press" aria-hidden="true">
                <span
                  // “Other” joins many reasons and is no answer, so its bar is pale
                  className={classes(
                    'block h-full rounded-full',
                    reason === 'Other' && 'opacity-40',
                  )}
                  style={{
                    width: `${(leads / all) * 100}%`,
                    background: markColor(statusLooks.Lost.tone),
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      }
      heads={[t`Reason`, t`Leads`, t({ message: 'Share', context: 'of the whole' })]}
      rows={losses.map(({ reason, leads }) => ({
        key: reason,
        cells: [lossName(reason), grouped(leads), shareOf(leads)],
      }))}
    />
  );
});

/** Height of a rep's row: a thumb can hit it. */
const ROW_HEIGHT_PX = 30;
/** Reps that fit beside the other charts; the table has all. */
const MAX_REPS = 12;

const OverdueChart = memoized(function OverdueChart({
  byMember,
}: {
  byMember: Figures['overdueByMember'];
}): ReactNode {
  const all = byMember.reduce((sum, { overdue }) => sum + overdue, 0);
  const [worst] = byMember;
  if (worst === undefined || all === 0)
    return (
      <Card title={t`Overdue follow-ups by rep`} className="lg:col-span-2">
        <p className="card-b label text-ink-2 pt-2">{t`Nothing is overdue.`}</p>
      </Card>
    );
  const reps = byMember.map(({ memberId, name, overdue }) => ({
    key: memberId,
    name,
    count: overdue,
    color: markColor('due-overdue'),
    to: overdueFollowUpsPath(memberId),
    ariaLabel: t`${plural(overdue, { one: '# overdue follow-up', other: '# overdue follow-ups' })} of ${name}`,
  }));
  const shownReps = reps.slice(0, MAX_REPS);
  return (
    <ChartCard
      className="lg:col-span-2"
      title={t`Overdue follow-ups by rep`}
      summary={
        byMember.length > 1
          ? t`${countedNoun(all, 'follow-up')} overdue, ${grouped(worst.overdue)} of them with ${worst.name}.`
          : t`${countedNoun(all, 'follow-up')} overdue with ${worst.name}.`
      }
      chart={
        <CountBars
          title={t`Overdue follow-ups by rep`}
          countLabel={t`Overdue`}
          bars={shownReps}
          nameWidth={112}
          height={Math.max(2, shownReps.length) * ROW_HEIGHT_PX}
        />
      }
      heads={[t`Rep`, t`Overdue`]}
      rows={reps.map(({ key, name, count, to, ariaLabel }) => ({
        key,
        cells: [
          <Link to={`/leads?assignedTo=${key}`} className="link">
            {name}
          </Link>,
          <Figure to={to} label={ariaLabel}>
            {grouped(count)}
          </Figure>,
        ],
      }))}
    />
  );
});
