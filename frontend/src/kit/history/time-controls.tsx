import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, GitCompareArrows, Pause, Play } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { prefersReducedMotion } from '../../browser/media.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { grouped } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { TimeSlider } from '../../ui/inputs/time-slider.js';

/** A play-through takes about half a minute, but no step is too quick or too slow to read. */
const PLAYBACK = { totalMs: 30_000, minStepMs: 150, maxStepMs: 900, reducedMotionStepMs: 1_500 };

/** Time between two steps, longer for people who prefer reduced motion. */
const stepMs = (count: number): number =>
  prefersReducedMotion()
    ? PLAYBACK.reducedMotionStepMs
    : Math.min(PLAYBACK.maxStepMs, Math.max(PLAYBACK.minStepMs, PLAYBACK.totalMs / count));

/** Part of the slider between its first tick and a tick. */
const shareOf = (tick: number, count: number): number =>
  count <= 1 ? 1 : (tick - 1) / (count - 1);

/** Least part of the slider between two days below it, so that they do not overlap. */
const MIN_DAY_GAP = 0.2;

/** Place of a text below a tick; at the ends it keeps within the slider. */
function edgeClass(share: number): string {
  if (share === 1) return 'ml-3 -translate-x-full';
  return share === 0 ? '-ml-3' : '-translate-x-1/2';
}

/** Ticks with a day below: the shown one, and the first and the last if there is room. */
const datedTicks = (number: number, count: number): readonly number[] => [
  number,
  ...[1, count].filter(
    (end) => Math.abs(shareOf(end, count) - shareOf(number, count)) >= MIN_DAY_GAP,
  ),
];

interface TimeControlsProps {
  /** Number of events. */
  count: number;
  /** Number of the shown event, from 1. */
  number: number;
  valueText: string;
  dayStarts: readonly number[];
  /** Day and time of an event by its number; undefined while not loaded. */
  timeOf: (number: number) => { readonly day: string; readonly clock: string } | undefined;
  onSlide: (number: number) => void;
  /** Number of the event with which the shown one is compared. */
  comparedWith: number | undefined;
  onCompare: (other: number | undefined) => void;
}

/** Slider through the events of a record, with buttons to step, play and compare. */
export function TimeControls({
  count,
  number,
  valueText,
  dayStarts,
  timeOf,
  onSlide,
  comparedWith,
  onCompare,
}: TimeControlsProps): ReactNode {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => {
      if (number >= count) setPlaying(false);
      else onSlide(number + 1);
    }, stepMs(count));
    return () => clearTimeout(timer);
  }, [isPlaying, number, count, onSlide]);
  const goTo = (to: number): void => {
    setPlaying(false);
    onSlide(Math.min(count, Math.max(1, to)));
  };
  const togglePlay = (): void => {
    if (!isPlaying && number >= count) onSlide(1);
    setPlaying(!isPlaying);
  };
  /** Day of a tick; its time if the shown tick has the same day. */
  const timeBelow = (tick: number): string | undefined => {
    const [tickTime, shownTime] = [timeOf(tick), timeOf(number)];
    return tick !== number && tickTime?.day === shownTime?.day ? tickTime?.clock : tickTime?.day;
  };
  const position = (
    <span className="num whitespace-nowrap">
      <Trans>
        <b className="t3">{grouped(number)}</b>{' '}
        <span className="label text-ink-2">of {grouped(count)}</span>
      </Trans>
    </span>
  );
  return (
    <div
      className={classes(
        'z-(--ft-z-sticky) bg-surface px-gutter max-md:sticky max-md:bottom-[var(--ft-below,0px)] max-md:order-last max-md:mt-auto max-md:pt-2 max-md:shadow-bar',
        'max-md:pb-[calc(0.25rem+env(safe-area-inset-bottom))]',
        'md:sticky md:top-[calc(4rem+var(--ft-strip,0px))] md:grid md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:gap-5 md:py-2 md:shadow-[0_1px_0_var(--color-line)]',
      )}
      role="group"
      aria-label={t`Move through time`}
    >
      <div className="md:order-2">
        <TimeSlider
          label={t`Event`}
          count={count}
          value={number}
          valueText={valueText}
          dayStarts={dayStarts}
          onValue={goTo}
        />
        <div className="relative mx-3 hidden h-4 md:block" aria-hidden="true">
          {datedTicks(number, count).map((tick) => (
            <span
              key={tick}
              className={classes(
                'meta num absolute -top-1 whitespace-nowrap',
                edgeClass(shareOf(tick, count)),
                tick === number ? 'text-ink' : 'text-ink-3',
              )}
              style={{ left: `${shareOf(tick, count) * 100}%` }}
            >
              {timeBelow(tick)}
            </span>
          ))}
        </div>
      </div>
      <div className="flex items-center justify-between gap-0.5 md:order-1 max-md:[&_.btn]:size-tap">
        <IconButton
          icon={ChevronLeft}
          label={t`Previous event`}
          disabled={number <= 1}
          onClick={() => goTo(number - 1)}
        />
        <NamedButton
          icon={isPlaying ? Pause : Play}
          name={isPlaying ? t`Pause` : t`Play`}
          disabled={count <= 1}
          onClick={togglePlay}
        />
        <IconButton
          icon={ChevronRight}
          label={t`Next event`}
          disabled={number >= count}
          onClick={() => goTo(number + 1)}
        />
        <span className="text-center md:hidden">{position}</span>
        <NamedButton
          icon={GitCompareArrows}
          name={comparedWith === undefined ? t`Compare` : t`Stop comparing`}
          aria-pressed={comparedWith !== undefined}
          disabled={count <= 1}
          className="aria-pressed:bg-accent-soft"
          onClick={() => onCompare(comparedWith === undefined ? number : undefined)}
        />
      </div>
      <div className="hidden text-right md:order-3 md:block">{position}</div>
    </div>
  );
}

/** Button with its name beside the icon on a wide screen. */
const NamedButton = ({
  name,
  icon,
  className,
  ...rest
}: ComponentProps<typeof Button> & { name: string; icon: IconType }): ReactNode => (
  <Button
    {...rest}
    kind="ghost"
    title={name}
    className={classes('px-2.5 max-xl:w-control max-xl:px-0 max-xl:[&>span]:sr-only', className)}
  >
    <Icon icon={icon} />
    {name}
  </Button>
);
