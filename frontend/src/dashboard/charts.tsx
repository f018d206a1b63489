import { plural, t } from '@lingui/core/macro';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { leadStatuses } from '#domain/leads/lead.values.js';
import type { Dashboard } from '#domain/leads/lead.views.js';
import type { Charts as Figures } from '#domain/visits/leaderboard.js';
import { StatusGlyph } from '../shared/status-badge.js';
import { counted } from '../shared/nouns.js';
import { Money, useToday } from '../ui/figures.js';
import { dayText, grouped, money, percent } from '../ui/format.js';
import { ErrorState } from '../ui/states.js';
import { Card } from '../ui/surface.js';
import { ChartCard, Figure } from '../shared/chart-card.js';
import { translated } from '../words/i18n.js';
import { DayBars, MoneyLines, OverdueBars, StatusFunnel } from './chart-drawings.js';
import { useCharts } from './dashboard-query.js';
import { convertedOn, leadsInStatus, leadsOn, overdueOf, quotedOn, visitsOn } from './figure-links.js';
import { inLanguage } from '../words/language.js';

/**
 * How the organization does, drawn, for its admins; each with the same figures as a table. Drawing takes longer than all
 * the rest of the board, so what people watch is painted first: a drawing waits its turn, and for figures of its own.
 */
export default function Charts({ leads }: { leads: Dashboard['leads'] }): ReactNode {
  const charts = useCharts();
  const drawn = useDeferredValue(charts.data);
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 lg:grid-cols-2">
      <ByStatus leads={useDeferredValue(leads)} />
      {drawn ? (
        <>
          <PerDay days={drawn.days} />
          <Value days={drawn.days} />
          <Overdue byMember={drawn.overdueByMember} />
        </>
      ) : (
        charts.isError && (
          <div className="card">
            <ErrorState level={2} title={t`Failed to load charts`} busy={charts.isFetching} onRetry={() => void charts.refetch()} />
          </div>
        )
      )}
    </div>
  );
}

const ByStatus = memo(
  inLanguage(function ByStatus({ leads: { total, byStatus } }: { leads: Dashboard['leads'] }): ReactNode {
    const share = (count: number): string => percent(total === 0 ? 0 : (count / total) * 100);
    return (
      <ChartCard
        className="min-h-76"
        title={t`Leads by status`}
        point={
          total === 0
            ? t`No leads yet.`
            : t`${counted(total, 'lead')}, ${grouped(byStatus.Converted)} of them Converted, ${share(byStatus.Converted)}.`
        }
        chart={<StatusFunnel byStatus={byStatus} />}
        heads={[t`Status`, t`Leads`, t({ message: 'Share', context: 'of the whole' })]}
        rows={leadStatuses.map((status) => ({
          key: status,
          cells: [
            <span className="row">
              <StatusGlyph status={status} />
              {translated(status)}
            </span>,
            <Figure to={leadsInStatus(status)} label={t`${counted(byStatus[status], 'lead')} ${translated(status)}`}>
              {grouped(byStatus[status])}
            </Figure>,
            share(byStatus[status]),
          ],
        }))}
      />
    );
  }),
);

type Days = Figures['days'];
const sumOf = (days: Days, figure: 'leads' | 'visits' | 'quotedPaise' | 'convertedPaise'): number => days.reduce((sum, day) => sum + day[figure], 0);

const PerDay = memo(
  inLanguage(function PerDay({ days }: { days: Days }): ReactNode {
    const today = useToday();
    return (
      <ChartCard
        className="min-h-76"
        title={t`Leads and visits per day`}
        point={t`${counted(sumOf(days, 'leads'), 'lead')} and ${counted(sumOf(days, 'visits'), 'visit')} in the last 30 days.`}
        series={[
          { name: t`Leads`, color: 'var(--color-chart-1)' },
          { name: t`Visits`, color: 'var(--color-chart-2)' },
        ]}
        chart={<DayBars days={days} today={today} />}
        heads={[t`Day`, t`Leads`, t`Visits`]}
        rows={days.toReversed().map(({ day, leads, visits }) => ({
          key: day,
          cells: [
            day === today ? t`Today` : dayText(day, today),
            <Figure to={leadsOn(day)} label={t`${plural(leads, { one: '# lead', other: '# leads' })} on ${day}`}>
              {grouped(leads)}
            </Figure>,
            <Figure to={visitsOn(day)} label={t`${plural(visits, { one: '# visit', other: '# visits' })} on ${day}`}>
              {grouped(visits)}
            </Figure>,
          ],
        }))}
      />
    );
  }),
);

const Value = memo(
  inLanguage(function Value({ days }: { days: Days }): ReactNode {
    const today = useToday();
    const [quoted, converted] = [sumOf(days, 'quotedPaise'), sumOf(days, 'convertedPaise')];
    return (
      <ChartCard
        className="min-h-76"
        title={t`Quoted and converted value`}
        point={t`${money(quoted)} quoted and ${money(converted)} converted in the last 30 days.`}
        series={[
          { name: t`Converted`, color: 'var(--color-chart-1)' },
          { name: t`Quoted`, color: 'var(--color-chart-2)' },
        ]}
        chart={<MoneyLines days={days} today={today} />}
        label={t`Quoted and converted value, day by day`}
        heads={[t`Day`, t`Quoted`, t`Converted`]}
        rows={days.toReversed().map(({ day, quotedPaise, convertedPaise }) => ({
          key: day,
          cells: [
            day === today ? t`Today` : dayText(day, today),
            <Figure to={quotedOn(day)} label={t`${money(quotedPaise)} quoted on ${day}`}>
              <Money paise={quotedPaise} />
            </Figure>,
            <Figure to={convertedOn(day)} label={t`${money(convertedPaise)} converted on ${day}`}>
              <Money paise={convertedPaise} />
            </Figure>,
          ],
        }))}
      />
    );
  }),
);

const Overdue = memo(
  inLanguage(function Overdue({ byMember }: { byMember: Figures['overdueByMember'] }): ReactNode {
    const all = byMember.reduce((sum, { overdue }) => sum + overdue, 0);
    const [first] = byMember;
    if (first === undefined || all === 0)
      return (
        <Card title={t`Overdue follow-ups by rep`}>
          <p className="card-b label text-ink-2 pt-2">{t`Nothing is overdue.`}</p>
        </Card>
      );
    return (
      <ChartCard
        className="min-h-76"
        title={t`Overdue follow-ups by rep`}
        point={
          byMember.length > 1
            ? t`${counted(all, 'follow-up')} overdue, ${grouped(first.overdue)} of them with ${first.name}.`
            : t`${counted(all, 'follow-up')} overdue with ${first.name}.`
        }
        chart={<OverdueBars byMember={byMember} />}
        heads={[t`Rep`, t`Overdue`]}
        rows={byMember.map(({ memberId, name, overdue }) => ({
          key: memberId,
          cells: [
            <Link to={`/leads?assignedTo=${memberId}`} className="link">
              {name}
            </Link>,
            <Figure to={overdueOf(memberId)} label={t`${plural(overdue, { one: '# overdue follow-up', other: '# overdue follow-ups' })} of ${name}`}>
              {grouped(overdue)}
            </Figure>,
          ],
        }))}
      />
    );
  }),
);
