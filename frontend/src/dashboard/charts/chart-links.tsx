import { plural, t } from '@lingui/core/macro';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import {
  type BarShapeProps,
  type DotItemDotProps,
  Rectangle,
  ResponsiveContainer,
  useActiveTooltipDataPoints,
  usePlotArea,
  useXAxisScale,
} from 'recharts';
import type { DayTotals } from '#domain/visits/visit.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { dayRangeText } from '../../kit/lists/day-range.js';
import { dayText, money } from '../../ui/display/format.js';
import { Link, useLinkAddress } from '../../ui/buttons/link.js';
import {
  leadsConvertedOnPath,
  leadsAddedOnPath,
  leadsQuotedOnPath,
  visitsOnPath,
} from '../../kit/leads/figure-links.js';
import type { WeekTotals } from './whole-weeks.js';

/** Link of a drawn figure: address of its list, and spoken text. The table has the same link. */
export interface FigureLink<Datum> {
  readonly to: (datum: Datum) => string;
  readonly ariaLabel: (datum: Datum) => string;
}

/** Day with its year, because spoken text does not know today. */
const spokenDay = (day: string): string => dayText(day, '');

export const leadsOfDay: FigureLink<DayTotals> = {
  to: ({ day }) => leadsAddedOnPath(day),
  ariaLabel: ({ day, leads }) =>
    t`${plural(leads, { one: '# lead', other: '# leads' })} on ${spokenDay(day)}`,
};
export const visitsOfDay: FigureLink<DayTotals> = {
  to: ({ day }) => visitsOnPath(day),
  ariaLabel: ({ day, visits }) =>
    t`${plural(visits, { one: '# visit', other: '# visits' })} on ${spokenDay(day)}`,
};
/** Days of a week with their years, because spoken text does not know today. */
const spokenWeek = ({ from, to }: WeekTotals): string => dayRangeText({ from, to }, '');

export const leadsOfWeek: FigureLink<WeekTotals> = {
  to: ({ from, to }) => leadsAddedOnPath(from, to),
  ariaLabel: (week) =>
    t`${plural(week.leads, { one: '# lead', other: '# leads' })}, ${spokenWeek(week)}`,
};
export const visitsOfWeek: FigureLink<WeekTotals> = {
  to: ({ from, to }) => visitsOnPath(from, to),
  ariaLabel: (week) =>
    t`${plural(week.visits, { one: '# visit', other: '# visits' })}, ${spokenWeek(week)}`,
};
export const quotedOfDay: FigureLink<DayTotals> = {
  to: ({ day }) => leadsQuotedOnPath(day),
  ariaLabel: ({ day, quotedPaise }) => t`${money(quotedPaise)} quoted on ${spokenDay(day)}`,
};
export const convertedOfDay: FigureLink<DayTotals> = {
  to: ({ day }) => leadsConvertedOnPath(day),
  ariaLabel: ({ day, convertedPaise }) =>
    t`${money(convertedPaise)} converted on ${spokenDay(day)}`,
};

interface ShapeLinkProps {
  to: string;
  ariaLabel: string;
  children: ReactNode;
}

/**
 * Links a chart's shape to the figure's list. Skipped by Tab, because a chart has sixty;
 * `KeyboardChart` is one tab stop.
 */
function ShapeLink({ to, ariaLabel, children }: ShapeLinkProps): ReactNode {
  return (
    <Link
      to={to}
      tabIndex={-1}
      draggable={false}
      aria-label={ariaLabel}
      className="cursor-pointer outline-none [-webkit-tap-highlight-color:transparent]"
    >
      {children}
    </Link>
  );
}

/** Bar as a link; a zero bar is not drawn. */
export const linkedBar = <Datum,>({ to, ariaLabel }: FigureLink<Datum>) =>
  function LinkedBar({ payload, ...bar }: BarShapeProps): ReactNode {
    if (bar.width === 0 || bar.height === 0) return null;
    return (
      <ShapeLink to={to(payload as Datum)} ariaLabel={ariaLabel(payload as Datum)}>
        <Rectangle {...bar} />
      </ShapeLink>
    );
  };

/** Radius around a point that a press hits, in pixels. */
const POINTER_RADIUS_PX = 7;
const VISIBLE_RADIUS_PX = 3.5;

/** Point as a link; only the last one is visible. */
export const linkedPoint = <Datum,>({ to, ariaLabel }: FigureLink<Datum>) =>
  function LinkedPoint({ cx, cy, index, points, payload, stroke }: DotItemDotProps): ReactNode {
    if (cx === undefined || cy === undefined) return null;
    return (
      <ShapeLink key={index} to={to(payload as Datum)} ariaLabel={ariaLabel(payload as Datum)}>
        <circle cx={cx} cy={cy} r={POINTER_RADIUS_PX} fill="transparent" />
        {index === points.length - 1 && (
          <circle cx={cx} cy={cy} r={VISIBLE_RADIUS_PX} fill={stroke} />
        )}
      </ShapeLink>
    );
  };

/** Column of a day as a link, because points are small. */
export function LinkedDays({
  days,
  to,
  ariaLabel,
}: FigureLink<DayTotals> & { days: readonly DayTotals[] }): ReactNode {
  const plot = usePlotArea();
  const positionOf = useXAxisScale();
  if (!plot || !positionOf || days.length < 2) return null;
  const width = plot.width / (days.length - 1);
  return days.map((day) => {
    const middle = positionOf(day.day);
    return (
      middle !== undefined && (
        <ShapeLink key={day.day} to={to(day)} ariaLabel={ariaLabel(day)}>
          <rect
            x={middle - width / 2}
            y={plot.y}
            width={width}
            height={plot.height}
            fill="transparent"
          />
        </ShapeLink>
      )
    );
  });
}

/** Stores the datum under the arrow keys or the pointer. */
function ActiveDatum<Datum>({ datumRef }: { datumRef: RefObject<Datum | undefined> }): ReactNode {
  const datum = useActiveTooltipDataPoints<Datum>()?.[0];
  useEffect(() => {
    datumRef.current = datum;
  }, [datumRef, datum]);
  return null;
}

interface KeyboardChartProps<Datum> {
  /** Address of a figure's list; Enter opens it. */
  linkOf: (datum: Datum) => string;
  /** Height in pixels, or the least one of a chart that fills its card. */
  height: number;
  fillsCard?: boolean;
  children: (activeDatum: ReactNode) => ReactElement;
}

/** Width of the first render, before the window's is known. */
const FIRST_WIDTH_PX = 320;

/** Chart with one tab stop: arrow keys move between figures, Enter opens the figure's list. */
export function KeyboardChart<Datum>({
  linkOf,
  height,
  fillsCard = false,
  children,
}: KeyboardChartProps<Datum>): ReactNode {
  const navigate = useNavigate();
  const addressOf = useLinkAddress();
  const datumRef = useRef<Datum>(undefined);
  return (
    <div
      className="relative flex-1"
      style={{ minHeight: height }}
      onKeyDown={({ key }) => {
        const to = datumRef.current && addressOf(linkOf(datumRef.current));
        if (key === 'Enter' && to) void navigate(to);
      }}
    >
      {/* out of the flow, so that a high chart does not keep its card from shrinking */}
      <div className={fillsCard ? 'absolute inset-0' : undefined}>
        <ResponsiveContainer
          width="100%"
          height={fillsCard ? '100%' : height}
          initialDimension={{ width: FIRST_WIDTH_PX, height }}
        >
          {children(<ActiveDatum datumRef={datumRef} />)}
        </ResponsiveContainer>
      </div>
    </div>
  );
}
