import type { ReactNode } from 'react';
import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { billStatuses } from '#domain/bills/bill.values.js';
import type { BillAmounts } from '#domain/bills/bill.views.js';
import { quietAxis, tooltipStyle, nameBesideBar } from '../kit/charts/chart-style.js';
import { moneyAxis } from '../kit/charts/even-ticks.js';
import { money, shortMoney } from '../ui/display/format.js';
import { translated } from '../words/i18n.js';
import { billColor } from './bill-status.js';

/** Height of a bar's row: a thumb can hit it. */
const ROW_HEIGHT_PX = 36;
const AXIS_HEIGHT_PX = 28;
/** Width of the first render, before the window's is known. */
const FIRST_WIDTH_PX = 320;

interface BarOfBills {
  readonly name: string;
  readonly paise: BillAmounts;
}

const sumOf = ({ paise }: BarOfBills): number =>
  billStatuses.reduce((sum, status) => sum + paise[status], 0);

interface BillBarsProps {
  title: string;
  bars: readonly BarOfBills[];
}

/** Bar chart of bill sums by type or person, split by status. */
export default function BillBars({ title, bars }: BillBarsProps): ReactNode {
  const height = bars.length * ROW_HEIGHT_PX + AXIS_HEIGHT_PX;
  return (
    <ResponsiveContainer
      width="100%"
      height={height}
      initialDimension={{ width: FIRST_WIDTH_PX, height }}
    >
      <BarChart
        data={bars.map((bar) => ({
          name: bar.name,
          ...bar.paise,
          sum: shortMoney(sumOf(bar)),
          // a status without bills has no bar that a label could follow
          end: billStatuses.findLast((status) => bar.paise[status] > 0),
        }))}
        layout="vertical"
        barCategoryGap="25%"
        margin={{ top: 0, right: 72, bottom: 0, left: 0 }}
        title={title}
      >
        <XAxis
          type="number"
          {...quietAxis}
          {...moneyAxis(Math.max(0, ...bars.map(sumOf)))}
          height={AXIS_HEIGHT_PX}
        />
        <YAxis type="category" dataKey="name" width={96} {...quietAxis} {...nameBesideBar} />
        <Tooltip {...tooltipStyle} formatter={(paise) => money(Number(paise))} />
        {billStatuses.map((status) => (
          <Bar
            key={status}
            dataKey={status}
            name={translated(status)}
            stackId="bills"
            fill={billColor(status)}
            isAnimationActive={false}
            maxBarSize={22}
          >
            <LabelList
              dataKey={(bar: { end?: string; sum: string }) =>
                bar.end === status ? bar.sum : undefined
              }
              position="right"
              fontSize={12}
              fill="var(--color-ink-2)"
            />
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
