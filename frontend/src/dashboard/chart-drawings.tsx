import { type ReactElement, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  useActiveTooltipDataPoints,
  XAxis,
  YAxis,
} from 'recharts';
import type { Dashboard } from '#domain/leads/lead.views.js';
import type { Charts, DayTotals } from '#domain/visits/leaderboard.js';
import { useNavigate } from 'react-router-dom';
import { statuses } from '../shared/words.js';
import { dayText, money } from '../ui/format.js';
import { convertedOn, leadsInStatus, leadsOn, overdueOf, quotedOn, visitsOn } from './figure-links.js';
import { runningTotals } from './running-totals.js';

const [main, comparison, grid] = ['var(--ft-chart-1)', 'var(--ft-chart-2)', 'var(--ft-chart-grid)'];
const height = 208;
const label = { fontSize: 12, fill: 'var(--ft-ink-3)' };
const quiet = { tickLine: false, axisLine: false, tick: label } as const;
/** Drawn at once: the window's width is not known before it stands. */
const before = { width: 320, height };

const tip = {
  isAnimationActive: false,
  cursor: { fill: 'var(--ft-hover)', stroke: grid },
  contentStyle: {
    background: 'var(--ft-raised)',
    border: 0,
    borderRadius: 8,
    boxShadow: 'var(--ft-shadow-float)',
    color: 'var(--ft-ink)',
    fontSize: 13,
  },
  labelStyle: { color: 'var(--ft-ink-2)' },
  itemStyle: { color: 'var(--ft-ink)' },
} as const;

/** What is drawn of a figure, pressed, goes where the figure in the table goes. */
function useLeads<Datum>(where: (datum: Datum) => string): { readonly className: string; readonly onClick: (bar: { payload?: Datum }) => void } {
  const navigate = useNavigate();
  return { className: 'chart-bar', onClick: ({ payload }) => payload && void navigate(where(payload)) };
}

/** Keeps what the arrows or the pointer stand at. */
function Standing<Datum>({ at }: { at: RefObject<Datum | undefined> }): ReactNode {
  const datum = useActiveTooltipDataPoints<Datum>()?.[0];
  useEffect(() => {
    at.current = datum;
  }, [at, datum]);
  return null;
}

interface DrawnProps<Datum> {
  /** The list that makes up what stands under the arrows; Enter opens it. */
  where: (datum: Datum) => string;
  tall?: number;
  children: (standing: ReactNode) => ReactElement;
}

/** One stop for the keyboard: arrows go from figure to figure, Enter to the list behind it. */
function Drawn<Datum>({ where, tall = height, children }: DrawnProps<Datum>): ReactNode {
  const navigate = useNavigate();
  const at = useRef<Datum>(undefined);
  return (
    <div onKeyDown={({ key }) => key === 'Enter' && at.current && void navigate(where(at.current))}>
      <ResponsiveContainer width="100%" height={tall} initialDimension={before}>
        {children(<Standing at={at} />)}
      </ResponsiveContainer>
    </div>
  );
}

/** The first, the last, and a few between. */
const fewDays = (days: readonly DayTotals[]): string[] =>
  days.flatMap(({ day }, place) => (place === days.length - 1 || (place % 8 === 0 && place < days.length - 4) ? [day] : []));

const axisOf = (days: readonly DayTotals[], today: string) => ({
  ...quiet,
  dataKey: 'day',
  ticks: fewDays(days),
  interval: 'preserveStartEnd' as const,
  tickFormatter: (day: string) => (day === today ? 'Today' : dayText(day, today)),
});

/** From first word to sale: how many leads stand where. */
export function StatusFunnel({ byStatus }: { byStatus: Dashboard['leads']['byStatus'] }): ReactNode {
  const data = useMemo(() => statuses.map((status) => ({ status, count: byStatus[status] })), [byStatus]);
  const where = ({ status }: { status: string }): string => leadsInStatus(status);
  const leads = useLeads(where);
  return (
    <Drawn where={where}>
      {(standing) => (
        <BarChart data={data} layout="vertical" barCategoryGap="25%" margin={{ top: 0, right: 40, bottom: 0, left: 0 }} title="Leads by status">
          {standing}
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis type="category" dataKey="status" width={80} {...quiet} tick={{ ...label, fill: 'var(--ft-ink-2)' }} />
          <Tooltip {...tip} />
          <Bar dataKey="count" name="Leads" radius={2} isAnimationActive={false} {...leads}>
            {data.map(({ status }) => (
              <Cell key={status} fill={`var(--ft-status-${status.toLowerCase()}-mark)`} />
            ))}
            <LabelList dataKey="count" position="right" fontSize={12} fill="var(--ft-ink)" />
          </Bar>
        </BarChart>
      )}
    </Drawn>
  );
}

export function DayBars({ days, today }: { days: readonly DayTotals[]; today: string }): ReactNode {
  const leads = useLeads(({ day }: DayTotals) => leadsOn(day));
  const visits = useLeads(({ day }: DayTotals) => visitsOn(day));
  return (
    <Drawn<DayTotals> where={(day) => (day.leads > 0 || day.visits === 0 ? leadsOn(day.day) : visitsOn(day.day))}>
      {(standing) => (
        <BarChart data={[...days]} barCategoryGap="25%" margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title="Leads and visits per day">
          {standing}
          <CartesianGrid vertical={false} stroke={grid} />
          <XAxis {...axisOf(days, today)} />
          <YAxis {...quiet} width={32} allowDecimals={false} tickCount={4} />
          <Tooltip {...tip} labelFormatter={(day) => dayText(String(day), today)} />
          <Bar dataKey="leads" name="Leads" stackId="day" fill={main} isAnimationActive={false} {...leads} />
          <Bar dataKey="visits" name="Visits" stackId="day" fill={comparison} radius={[2, 2, 0, 0]} isAnimationActive={false} {...visits} />
        </BarChart>
      )}
    </Drawn>
  );
}

/** 4.8, but 48 and 105: three figures at most, and no `.0`. */
const few = (number: number): string => String(number < 10 ? Math.round(number * 10) / 10 : Math.round(number));

/** Axes have room for words like ₹4.8 L only (look.md, numbers). */
function shortMoney(paise: number): string {
  const rupees = paise / 100;
  if (rupees >= 10_000_000) return `₹${few(rupees / 10_000_000)} Cr`;
  if (rupees >= 100_000) return `₹${few(rupees / 100_000)} L`;
  return rupees >= 1_000 ? `₹${Math.round(rupees / 1_000)} K` : `₹${Math.round(rupees)}`;
}

/** How both have grown. A point leads to what its day brought: what was converted, or else quoted. */
export function MoneyLines({ days, today }: { days: readonly DayTotals[]; today: string }): ReactNode {
  const navigate = useNavigate();
  const totals = useMemo(() => runningTotals(days), [days]);
  const line = { type: 'linear', strokeWidth: 2, dot: false, isAnimationActive: false } as const;
  const where = (day: string): string => ((days.find((known) => known.day === day)?.convertedPaise ?? 0) > 0 ? convertedOn(day) : quotedOn(day));
  return (
    <Drawn<DayTotals> where={({ day }) => where(day)}>
      {(standing) => (
        <LineChart
          data={[...totals]}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          title="Quoted and converted value"
          className="chart-bar"
          onClick={({ activeLabel }) => activeLabel !== undefined && void navigate(where(String(activeLabel)))}
        >
          {standing}
          <CartesianGrid vertical={false} stroke={grid} />
          <XAxis {...axisOf(days, today)} />
          <YAxis {...quiet} width={56} tickCount={4} tickFormatter={shortMoney} />
          <Tooltip {...tip} labelFormatter={(day) => dayText(String(day), today)} formatter={(paise) => money(Number(paise))} />
          <Line {...line} dataKey="quotedPaise" name="Quoted" stroke={comparison} />
          <Line {...line} dataKey="convertedPaise" name="Converted" stroke={main} />
        </LineChart>
      )}
    </Drawn>
  );
}

/** One line a rep is as high as a thumb. */
const lineHeight = 30;
/** As many as fit beside the other charts; the table has all. */
const mostReps = 12;

export function OverdueBars({ byMember, today }: { byMember: Charts['overdueByMember']; today: string }): ReactNode {
  const where = ({ memberId }: Charts['overdueByMember'][number]): string => overdueOf(memberId, today);
  const leads = useLeads(where);
  const data = byMember.slice(0, mostReps);
  return (
    <Drawn where={where} tall={Math.max(96, data.length * lineHeight)}>
      {(standing) => (
        <BarChart
          data={data}
          layout="vertical"
          barCategoryGap="25%"
          margin={{ top: 0, right: 40, bottom: 0, left: 0 }}
          title="Overdue follow-ups by rep"
        >
          {standing}
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis type="category" dataKey="name" width={112} {...quiet} tick={{ ...label, fill: 'var(--ft-ink-2)' }} interval={0} />
          <Tooltip {...tip} />
          <Bar dataKey="overdue" name="Overdue" radius={2} fill="var(--ft-due-overdue-mark)" isAnimationActive={false} {...leads}>
            <LabelList dataKey="overdue" position="right" fontSize={12} fill="var(--ft-ink)" />
          </Bar>
        </BarChart>
      )}
    </Drawn>
  );
}
