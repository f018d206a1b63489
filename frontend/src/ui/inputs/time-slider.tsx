import type { KeyboardEvent, ReactNode } from 'react';
import { memoized } from '../../words/language.js';
import { classes } from '../classes.js';
import './time-slider.css';

/** Number of events above which ticks are drawn thin, because they would overlap. */
const MAX_WIDE_TICKS = 150;

/** Lengths of ticks, in percent of the height. */
const TICK_LENGTHS = { withinDay: 24, dayStart: 42 };

/** SVG path of ticks of one length, centred vertically, at ascending positions. */
function ticksPath(positions: readonly number[], length: number): string {
  const steps = positions.map((position, index) => position - (positions[index - 1] ?? 0));
  return steps
    .map((step, index) => `m${step} ${index === 0 ? 50 - length / 2 : -length}v${length}`)
    .join('');
}

/** Paths of the ticks within a day, and of those that begin one, which are longer. */
function tickPaths(count: number, dayStarts: readonly number[]): readonly [string, string] {
  const days = new Set(dayStarts);
  const positions = Array.from({ length: count }, (_, index) => index);
  return [
    ticksPath(
      positions.filter((position) => !days.has(position + 1)),
      TICK_LENGTHS.withinDay,
    ),
    ticksPath(
      positions.filter((position) => days.has(position + 1)),
      TICK_LENGTHS.dayStart,
    ),
  ];
}

interface TicksProps {
  count: number;
  dayStarts: readonly number[];
  className: string;
  /** Opacity of short and of long ticks. */
  opacity: readonly [number, number];
}

const Ticks = memoized(function Ticks({
  count,
  dayStarts,
  className,
  opacity,
}: TicksProps): ReactNode {
  const width = count > MAX_WIDE_TICKS ? 1 : 2;
  return (
    <svg
      className={classes('absolute inset-0 size-full overflow-visible', className)}
      viewBox={`0 0 ${Math.max(1, count - 1)} 100`}
      preserveAspectRatio="none"
      stroke="currentColor"
      strokeWidth={width}
      aria-hidden="true"
    >
      {tickPaths(count, dayStarts).map((path, index) => (
        <path key={index} d={path} opacity={opacity[index]} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
});

const tickOpacities = {
  future: [0.55, 0.8],
  past: [1, 1],
} as const;

export interface TimeSliderProps {
  label: string;
  /** Number of ticks; the first is 1. */
  count: number;
  value: number;
  /** Text of the current tick, for screen readers. */
  valueText: string;
  /** Ticks that begin a day, ascending: PageUp and PageDown go from one to the next. */
  dayStarts: readonly number[];
  onValue: (value: number) => void;
}

/** Slider with one tick an event. Drag, arrow keys, Home, End, PageUp and PageDown move it. */
export function TimeSlider({
  label,
  count,
  value,
  valueText,
  dayStarts,
  onValue,
}: TimeSliderProps): ReactNode {
  const goByDay = (event: KeyboardEvent): void => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    onValue(
      event.key === 'PageUp'
        ? (dayStarts.find((start) => start > value) ?? count)
        : (dayStarts.findLast((start) => start < value) ?? 1),
    );
  };
  const share = count <= 1 ? 1 : (value - 1) / (count - 1);
  return (
    <div className="relative h-11">
      {/* the thumb stops half its width before both ends */}
      <div className="absolute inset-y-0 inset-x-3">
        <div className="absolute inset-x-0 top-1/2 h-px -translate-y-1/2 bg-line-strong" />
        <Ticks
          count={count}
          dayStarts={dayStarts}
          className="text-line-strong"
          opacity={tickOpacities.future}
        />
        <div
          className="absolute inset-0"
          style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 -2px)` }}
        >
          <div className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-accent" />
          <Ticks
            count={count}
            dayStarts={dayStarts}
            className="text-accent"
            opacity={tickOpacities.past}
          />
        </div>
      </div>
      <input
        type="range"
        className="time-slider"
        min={1}
        max={Math.max(1, count)}
        step={1}
        value={value}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={({ target }) => onValue(target.valueAsNumber)}
        onKeyDown={goByDay}
      />
    </div>
  );
}
