import { plural, t } from '@lingui/core/macro';
import { Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/buttons/button.js';
import { useZone } from '../ui/display/figures.js';
import { clockText, timer as timerText } from '../ui/display/format.js';
import { LiveIndicator } from '../ui/display/live-indicator.js';
import { useVisitSeconds, startVisitClock, visitNow } from './visit-clock.js';
import {
  stopTimer,
  pauseTimer,
  resumeTimer,
  createTimer,
  stateOfTimer,
} from './visit-in-progress.js';
import { type Timer } from '../kit/visits/visit-so-far.js';

const HOUR_SECONDS = 3_600;
/** Angle on the dial from one minute or second to the next. */
const MARK_DEGREES = 6;

/** Step 3: dial of minutes around the time, HH:MM:SS. A dot inside shows the second. */
export function VisitTimer({ timer }: { timer: Timer }): ReactNode {
  const state = stateOfTimer(timer);
  const zone = useZone();
  const seconds = useVisitSeconds(timer);
  const minute = Math.floor(seconds / 60) % 60;
  const running = state === 'running';
  return (
    <div className="relative mx-auto aspect-square w-[min(19.5rem,88vw,42dvh)] max-w-full min-w-[min(15rem,100%)]">
      <svg className="size-full" viewBox="0 0 300 300" strokeLinecap="round" aria-hidden="true">
        {Array.from({ length: 60 }, (_, mark) => (
          <DialMark
            key={mark}
            mark={mark}
            isPassed={state !== 'not started' && (mark <= minute || seconds >= HOUR_SECONDS)}
            isCurrentMinute={running && mark === minute}
          />
        ))}
        {running && (
          <circle
            cx="150"
            cy="33"
            r="2.5"
            transform={`rotate(${(seconds % 60) * MARK_DEGREES} 150 150)`}
            className="fill-accent"
          />
        )}
      </svg>
      <div className="stack absolute inset-0 items-center justify-center gap-1.5">
        {running ? (
          <LiveIndicator live>{t`Running`}</LiveIndicator>
        ) : (
          <span className="label text-ink-2">
            {state === 'paused' ? t`Paused` : t`Not started`}
          </span>
        )}
        <div
          className="num font-strong text-[min(3.5rem,14vw)]/[1.05] tracking-(--text-timer--letter-spacing)"
          role="timer"
          aria-label={spokenTime(seconds)}
        >
          {timerText(seconds)}
        </div>
        <span className="meta">
          {timer.startedAt === undefined
            ? t`Start when you are on site`
            : t`Started ${clockText(new Date(timer.startedAt), zone)}`}
        </span>
      </div>
    </div>
  );
}

interface MarkProps {
  /** Minute at which the mark stands: 0 to 59. */
  mark: number;
  isPassed: boolean;
  /** Whether this is the mark of the current minute. */
  isCurrentMinute: boolean;
}

/** Mark of the dial; each fifth is longer. */
const DialMark = ({ mark, isPassed, isCurrentMinute }: MarkProps): ReactNode => (
  <path
    d={mark % 5 === 0 ? 'M150 24V10' : 'M150 24V14'}
    transform={`rotate(${mark * MARK_DEGREES} 150 150)`}
    strokeWidth={isCurrentMinute ? 4.5 : 2.5}
    className={isPassed ? 'stroke-accent' : 'stroke-line-strong opacity-45'}
  />
);

function spokenTime(seconds: number): string {
  const minutes = plural(Math.floor(seconds / 60), { one: '# minute', other: '# minutes' });
  return `${minutes} ${plural(seconds % 60, { one: '# second', other: '# seconds' })}`;
}

/** Buttons of the timer, by its state. */
export function TimerActions({
  timer,
  onTimer,
}: {
  timer: Timer;
  onTimer: (timer: Timer) => void;
}): ReactNode {
  const isPaused = stateOfTimer(timer) === 'paused';
  if (timer.startedAt === undefined)
    return (
      <Button
        kind="primary"
        size="lg"
        icon={Play}
        onClick={() => onTimer(createTimer(startVisitClock()))}
      >
        {t`Start Visit`}
      </Button>
    );
  const pauseOrResume = (): void => {
    const now = visitNow();
    onTimer(isPaused ? resumeTimer(timer, now) : pauseTimer(timer, now));
  };
  return (
    <>
      <Button size="lg" icon={isPaused ? Play : Pause} onClick={pauseOrResume}>
        {isPaused ? t`Resume` : t`Pause`}
      </Button>
      <Button
        kind="primary"
        size="lg"
        icon={Square}
        onClick={() => onTimer(stopTimer(timer, visitNow()))}
      >
        {t`End Visit`}
      </Button>
    </>
  );
}
