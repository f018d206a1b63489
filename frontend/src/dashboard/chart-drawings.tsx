import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, Cell, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { leadStatuses } from '#domain/leads/lead.values.js';
import type { Dashboard } from '#domain/leads/lead.views.js';
import type { Charts, DayTotals } from '#domain/visits/leaderboard.js';
import { label, quiet, shortMoney, tip, nameBesideBar } from '../shared/chart-style.js';
import { counted } from '../shared/nouns.js';
import { dayText, money } from '../ui/format.js';
import { statusLooks } from '../shared/labels.js';
import { markColor } from '../ui/tone.js';
import { translated } from '../words/i18n.js';
import { Drawn, LinkedDays, linkedBar, linkedPoint } from './chart-links.js';
import { convertedOn, leadsInStatus, leadsOn, overdueOf, quotedOn, visitsOn } from './figure-links.js';
import { runningTotals } from './running-totals.js';

const [main, comparison, grid] = ['var(--color-chart-1)', 'var(--color-chart-2)', 'var(--color-chart-grid)'];
const height = 208;
/** ₹1,000: an axis on which nothing stands has figures too. */
const leastMoney = 100_000;
/** The first, the last, and a few between. */
const fewDays = (days: readonly DayTotals[]): string[] =>
  days.flatMap(({ day }, place) => (place === days.length - 1 || (place % 8 === 0 && place < days.length - 4) ? [day] : []));

const axisOf = (days: readonly DayTotals[], today: string) => ({
  ...quiet,
  dataKey: 'day',
  ticks: fewDays(days),
  interval: 'preserveStartEnd' as const,
  tickFormatter: (day: string) => (day === today ? t`Today` : dayText(day, today)),
});

/** From first word to sale: how many leads stand where. */
export function StatusFunnel({ byStatus }: { byStatus: Dashboard['leads']['byStatus'] }): ReactNode {
  const data = useMemo(() => leadStatuses.map((status) => ({ status, count: byStatus[status] })), [byStatus]);
  type Stage = (typeof data)[number];
  const where = ({ status }: Stage): string => leadsInStatus(status);
  const bar = linkedBar<Stage>({ to: where, says: ({ status, count }) => t`${counted(count, 'lead')} ${translated(status)}` });
  return (
    <Drawn where={where} height={height}>
      {(standing) => (
        <BarChart data={data} layout="vertical" barCategoryGap="25%" margin={{ top: 0, right: 40, bottom: 0, left: 0 }} title={t`Leads by status`}>
          {standing}
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="status"
            tickFormatter={(status: string) => translated(status)}
            width={80}
            {...quiet}
            tick={{ ...label, fill: 'var(--color-ink-2)' }}
          />
          <Tooltip {...tip} />
          <Bar dataKey="count" name={t`Leads`} radius={2} isAnimationActive={false} shape={bar}>
            {data.map(({ status }) => (
              <Cell key={status} fill={markColor(statusLooks[status].tone)} />
            ))}
            <LabelList dataKey="count" position="right" fontSize={12} fill="var(--color-ink)" />
          </Bar>
        </BarChart>
      )}
    </Drawn>
  );
}

export function DayBars({ days, today }: { days: readonly DayTotals[]; today: string }): ReactNode {
  const leads = linkedBar<DayTotals>({
    to: ({ day }) => leadsOn(day),
    says: (of) => t`${plural(of.leads, { one: '# lead', other: '# leads' })} on ${of.day}`,
  });
  const visits = linkedBar<DayTotals>({
    to: ({ day }) => visitsOn(day),
    says: (of) => t`${plural(of.visits, { one: '# visit', other: '# visits' })} on ${of.day}`,
  });
  return (
    <Drawn<DayTotals> height={height} where={(day) => (day.leads > 0 || day.visits === 0 ? leadsOn(day.day) : visitsOn(day.day))}>
      {(standing) => (
        <BarChart data={[...days]} barCategoryGap="25%" margin={{ top: 8, right: 16, bottom: 0, left: 0 }} title={t`Leads and visits per day`}>
          {standing}
          <CartesianGrid vertical={false} stroke={grid} />
          <XAxis {...axisOf(days, today)} />
          <YAxis {...quiet} width={32} allowDecimals={false} tickCount={4} />
          <Tooltip {...tip} labelFormatter={(day) => dayText(String(day), today)} />
          <Bar dataKey="leads" name={t`Leads`} stackId="day" fill={main} isAnimationActive={false} shape={leads} />
          <Bar dataKey="visits" name={t`Visits`} stackId="day" fill={comparison} radius={[2, 2, 0, 0]} isAnimationActive={false} shape={visits} />
        </BarChart>
      )}
    </Drawn>
  );
}

/** How both have grown. A point leads to what its day brought; a day to what was converted on it, or else quoted. */
export function MoneyLines({ days, today }: { days: readonly DayTotals[]; today: string }): ReactNode {
  const totals = useMemo(() => runningTotals(days), [days]);
  const brought = useMemo(() => new Map(days.map((day) => [day.day, day])), [days]);
  const line = { type: 'linear', strokeWidth: 2, isAnimationActive: false } as const;
  const quoted = {
    to: ({ day }: DayTotals) => quotedOn(day),
    says: ({ day }: DayTotals) => t`${money(brought.get(day)?.quotedPaise ?? 0)} quoted on ${day}`,
  };
  const converted = {
    to: ({ day }: DayTotals) => convertedOn(day),
    says: ({ day }: DayTotals) => t`${money(brought.get(day)?.convertedPaise ?? 0)} converted on ${day}`,
  };
  const of = ({ day }: DayTotals) => ((brought.get(day)?.convertedPaise ?? 0) > 0 ? converted : quoted);
  const where = (day: DayTotals): string => of(day).to(day);
  return (
    <Drawn<DayTotals> height={height} where={where}>
      {(standing) => (
        <LineChart data={[...totals]} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} title={t`Quoted and converted value`}>
          {standing}
          <CartesianGrid vertical={false} stroke={grid} />
          <XAxis {...axisOf(days, today)} />
          <YAxis {...quiet} width={56} tickCount={4} domain={[0, (most: number) => Math.max(most, leastMoney)]} tickFormatter={shortMoney} />
          <Tooltip {...tip} labelFormatter={(day) => dayText(String(day), today)} formatter={(paise) => money(Number(paise))} />
          <LinkedDays days={totals} dayOf={({ day }) => day} to={where} says={(day) => of(day).says(day)} />
          <Line {...line} dataKey="quotedPaise" name={t`Quoted`} stroke={comparison} dot={linkedPoint(quoted)} />
          <Line {...line} dataKey="convertedPaise" name={t`Converted`} stroke={main} dot={linkedPoint(converted)} />
        </LineChart>
      )}
    </Drawn>
  );
}

/** One line a rep is as high as a thumb. */
const lineHeight = 30;
/** One alone is no thicker than many are. */
const thickest = 22;
/** As many as fit beside the other charts; the table has all. */
const mostReps = 12;

export function OverdueBars({ byMember }: { byMember: Charts['overdueByMember'] }): ReactNode {
  type Rep = Charts['overdueByMember'][number];
  const where = ({ memberId }: Rep): string => overdueOf(memberId);
  const bar = linkedBar<Rep>({
    to: where,
    says: ({ name, overdue }) => t`${plural(overdue, { one: '# overdue follow-up', other: '# overdue follow-ups' })} of ${name}`,
  });
  const data = byMember.slice(0, mostReps);
  return (
    <Drawn where={where} height={Math.max(2, data.length) * lineHeight}>
      {(standing) => (
        <BarChart
          data={data}
          layout="vertical"
          barCategoryGap="25%"
          margin={{ top: 0, right: 40, bottom: 0, left: 0 }}
          title={t`Overdue follow-ups by rep`}
        >
          {standing}
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis type="category" dataKey="name" width={112} {...quiet} {...nameBesideBar} />
          <Tooltip {...tip} />
          <Bar
            dataKey="overdue"
            name={t`Overdue`}
            radius={2}
            maxBarSize={thickest}
            fill={markColor('due-overdue')}
            isAnimationActive={false}
            shape={bar}
          >
            <LabelList dataKey="overdue" position="right" fontSize={12} fill="var(--color-ink)" />
          </Bar>
        </BarChart>
      )}
    </Drawn>
  );
}
