import { t } from '@lingui/core/macro';
import { type ReactNode, useMemo } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Line,
  LineChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DayTotals } from '#domain/visits/visit.views.js';
import { minimalAxis, tooltipStyle, categoryAxis } from '../../kit/charts/chart-style.js';
import { moneyAxis } from '../../kit/charts/even-ticks.js';
import { dayText, money } from '../../ui/display/format.js';
import {
  convertedOfDay,
  KeyboardChart,
  leadsOfWeek,
  LinkedDays,
  linkedBar,
  linkedPoint,
  quotedOfDay,
  visitsOfWeek,
} from './chart-links.js';
import { runningTotals } from './running-totals.js';
import { weekText, type WeekTotals } from './whole-weeks.js';

/** Colors of the series that matters, and of its comparison. */
export const [mainColor, comparisonColor] = ['var(--color-chart-1)', 'var(--color-chart-2)'];
const gridColor = 'var(--color-chart-grid)';
const CHART_HEIGHT_PX = 208;
const DAYS_PER_TICK = 8;
/** Days that the label of the last day covers. */
const LAST_TICK_DAYS = 3;

/** Labelled days: the last one, and every eighth that leaves room for the last one's label. */
const tickDays = (days: readonly DayTotals[]): string[] =>
  days.flatMap(({ day }, index) => {
    const daysToLast = days.length - 1 - index;
    const isTick = index % DAYS_PER_TICK === 0 && daysToLast > LAST_TICK_DAYS;
    return isTick || daysToLast === 0 ? [day] : [];
  });

const dayAxis = (days: readonly DayTotals[], today: string) => ({
  ...minimalAxis,
  dataKey: 'day',
  ticks: tickDays(days),
  interval: 'preserveStartEnd' as const,
  tickFormatter: (day: string) => (day === today ? t`Today` : dayText(day, today)),
});

/** Maximum bar thickness in pixels. */
const MAX_BAR_PX = 22;

interface CountBar {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly color: string;
  /** Glyph before the name. */
  readonly glyph?: ReactNode;
  /** Text of the count; default is the number. */
  readonly countText?: string;
  /** Address of the counted list, and its spoken text. */
  readonly to: string;
  readonly ariaLabel: string;
}

interface CountBarsProps {
  title: string;
  /** Noun of the counted items. */
  countLabel: string;
  bars: readonly CountBar[];
  /** Height in pixels. Default: the chart fills its card. */
  height?: number;
  /** Width of the names in pixels. */
  nameWidth: number;
}

/** Bar chart of counts: name, bar, figure. */
export function CountBars({
  title,
  countLabel,
  bars,
  height,
  nameWidth,
}: CountBarsProps): ReactNode {
  const hasTexts = bars.some(({ countText }) => countText !== undefined);
  const hasGlyphs = bars.some(({ glyph }) => glyph !== undefined);
  const bar = linkedBar<CountBar>({ to: ({ to }) => to, ariaLabel: ({ ariaLabel }) => ariaLabel });
  return (
    <KeyboardChart<CountBar>
      linkOf={({ to }) => to}
      height={height ?? CHART_HEIGHT_PX}
      fillsCard={height === undefined}
    >
      {(activeDatum) => (
        <BarChart
          data={[...bars]}
          layout="vertical"
          barCategoryGap="25%"
          margin={{ top: 0, right: hasTexts ? 72 : 40, bottom: 0, left: 0 }}
          title={title}
        >
          {activeDatum}
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="name"
            width={nameWidth}
            {...minimalAxis}
            {...categoryAxis}
            {...(hasGlyphs && {
              tick: ({ x, y, index }: Record<'x' | 'y', number | string> & { index: number }) => (
                <GlyphTick
                  x={Number(x) - nameWidth + TICK_GAP_PX}
                  y={Number(y)}
                  bar={bars[index]}
                />
              ),
            })}
          />
          <Tooltip {...tooltipStyle} />
          <Bar
            dataKey="count"
            name={countLabel}
            radius={2}
            maxBarSize={MAX_BAR_PX}
            isAnimationActive={false}
            shape={bar}
          >
            {bars.map(({ key, color }) => (
              <Cell key={key} fill={color} />
            ))}
            <LabelList
              dataKey={hasTexts ? 'countText' : 'count'}
              position="right"
              fontSize={12}
              fill="var(--color-ink)"
            />
          </Bar>
        </BarChart>
      )}
    </KeyboardChart>
  );
}

/** Space between an axis and its labels, in pixels. */
const TICK_GAP_PX = 8;
/** Side of a glyph in pixels. */
const GLYPH_PX = 16;

/** Axis label: the bar's glyph, then its name. */
function GlyphTick({ x, y, bar }: { x: number; y: number; bar: CountBar | undefined }): ReactNode {
  if (bar === undefined) return null;
  return (
    <g transform={`translate(${x}, ${y})`}>
      <foreignObject x={0} y={-GLYPH_PX / 2} width={GLYPH_PX} height={GLYPH_PX}>
        {bar.glyph}
      </foreignObject>
      <text x={GLYPH_PX + TICK_GAP_PX} dy="0.36em" fontSize={13} fill="var(--color-ink)">
        {bar.name}
      </text>
    </g>
  );
}

const barRadius: [number, number, number, number] = [2, 2, 0, 0];

const weekAxis = { ...minimalAxis, dataKey: 'from', interval: 'preserveStartEnd' } as const;

/** Maximum thickness of a week's bar in pixels. */
const MAX_WEEK_BAR_PX = 36;

/** Two bars for each week: its leads and its visits, whose sum would mean nothing. */
export function WeekBars({
  weeks,
  today,
}: {
  weeks: readonly WeekTotals[];
  today: string;
}): ReactNode {
  const bar = { radius: barRadius, isAnimationActive: false, maxBarSize: MAX_WEEK_BAR_PX } as const;
  const label = { position: 'top', fontSize: 12, fill: 'var(--color-ink)' } as const;
  return (
    <KeyboardChart<WeekTotals>
      fillsCard
      height={CHART_HEIGHT_PX}
      // a week without leads links to its visits
      linkOf={(week) => (week.leads > 0 || week.visits === 0 ? leadsOfWeek : visitsOfWeek).to(week)}
    >
      {(activeDatum) => (
        <BarChart
          data={[...weeks]}
          barCategoryGap="20%"
          barGap={2}
          margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
          title={t`Leads and visits by week`}
        >
          {activeDatum}
          <XAxis {...weekAxis} tickFormatter={(_, index) => weekText(weeks[index]!, today)} />
          {/* without a figure, bars of zero stand on the axis */}
          <YAxis hide domain={[0, (max: number) => Math.max(1, max)]} />
          <Tooltip
            {...tooltipStyle}
            labelFormatter={(from) =>
              weekText(weeks.find((week) => week.from === from) ?? weeks[0]!, today)
            }
          />
          <Bar
            {...bar}
            dataKey="leads"
            name={t`Leads`}
            fill={mainColor}
            shape={linkedBar(leadsOfWeek)}
          >
            <LabelList {...label} dataKey="leads" />
          </Bar>
          <Bar
            {...bar}
            dataKey="visits"
            name={t`Visits`}
            fill={comparisonColor}
            shape={linkedBar(visitsOfWeek)}
          >
            <LabelList {...label} dataKey="visits" />
          </Bar>
        </BarChart>
      )}
    </KeyboardChart>
  );
}

/**
 * Lines of the quoted and the converted amount. A point links to its day's records. The column of a
 * day links to its conversions, or to its quotes if there are none.
 */
export function MoneyLines({
  days,
  today,
}: {
  days: readonly DayTotals[];
  today: string;
}): ReactNode {
  const totals = useMemo(() => runningTotals(days), [days]);
  const { quotedUntilPaise = 0, convertedUntilPaise = 0 } = totals.at(-1) ?? {};
  const max = Math.max(quotedUntilPaise, convertedUntilPaise);
  // the active point is drawn above its link, and must not take its clicks
  const line = {
    type: 'linear',
    strokeWidth: 2,
    isAnimationActive: false,
    activeDot: { pointerEvents: 'none' },
  } as const;
  const linkOf = ({ convertedPaise }: DayTotals) =>
    convertedPaise > 0 ? convertedOfDay : quotedOfDay;
  const addressOf = (day: DayTotals): string => linkOf(day).to(day);
  return (
    <KeyboardChart<DayTotals> fillsCard height={CHART_HEIGHT_PX} linkOf={addressOf}>
      {(activeDatum) => (
        <LineChart
          data={totals}
          // with less room above, Recharts moves the highest label off its line
          margin={{ top: 12, right: 16, bottom: 0, left: 0 }}
          title={t`Quoted and converted value`}
        >
          {activeDatum}
          <CartesianGrid vertical={false} stroke={gridColor} />
          <XAxis {...dayAxis(days, today)} />
          <YAxis {...minimalAxis} width={56} {...moneyAxis(max)} />
          <Tooltip
            {...tooltipStyle}
            labelFormatter={(day) => dayText(String(day), today)}
            formatter={(paise) => money(Number(paise))}
          />
          <LinkedDays days={days} to={addressOf} ariaLabel={(day) => linkOf(day).ariaLabel(day)} />
          <Line
            {...line}
            dataKey="quotedUntilPaise"
            name={t`Quoted`}
            stroke={comparisonColor}
            dot={linkedPoint(quotedOfDay)}
          />
          <Line
            {...line}
            dataKey="convertedUntilPaise"
            name={t`Converted`}
            stroke={mainColor}
            dot={linkedPoint(convertedOfDay)}
          />
        </LineChart>
      )}
    </KeyboardChart>
  );
}
