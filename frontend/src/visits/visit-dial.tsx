import { msg, plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useZone } from '../ui/figures.js';
import { clockText, timer as timerText } from '../ui/format.js';
import { LiveDot } from '../ui/live-dot.js';
import { i18n, type Names } from '../words/i18n.js';
import { useVisitSeconds } from './visit-clock.js';
import { stateOfTimer, type Timer } from './visit-in-progress.js';

const marks = 60;
const inner = 126;
const centre = 150;
const stateNames: Names<ReturnType<typeof stateOfTimer>> = {
  'not started': msg`Not started`,
  running: msg`Running`,
  paused: msg`Paused`,
  ended: msg`Ended`,
};

/** A dial of minutes around what the timer says, HH:MM:SS. */
export function VisitDial({ timer }: { timer: Timer }): ReactNode {
  const state = stateOfTimer(timer);
  const zone = useZone();
  const seconds = useVisitSeconds(timer);
  const minute = Math.floor(seconds / 60) % 60;
  const running = state === 'running';
  return (
    <div className="relative mx-auto aspect-square w-[min(19.5rem,88vw,42dvh)] min-w-60">
      <svg className="size-full" viewBox="0 0 300 300" strokeLinecap="round" aria-hidden="true">
        {Array.from({ length: marks }, (_, mark) => (
          <Mark key={mark} mark={mark} on={state !== 'not started' && (mark <= minute || seconds >= 3_600)} now={running && mark === minute} />
        ))}
      </svg>
      <div className="stack absolute inset-0 items-center justify-center gap-1.5">
        {running ? <LiveDot live>{t`Running`}</LiveDot> : <span className="label text-ink-2">{i18n._(stateNames[state])}</span>}
        <div
          className="num font-strong text-[min(3.5rem,14vw)]/[1.05] tracking-(--text-timer--letter-spacing)"
          role="timer"
          aria-label={spoken(seconds)}
        >
          {timerText(seconds)}
        </div>
        <span className="meta">
          {timer.startedAt === undefined ? t`Start when you are on site` : t`Started ${clockText(new Date(timer.startedAt), zone)}`}
        </span>
      </div>
    </div>
  );
}

function Mark({ mark, on, now }: { mark: number; on: boolean; now: boolean }): ReactNode {
  const angle = (mark / marks) * 2 * Math.PI;
  const outer = inner + (mark % 5 === 0 ? 14 : 10);
  const at = (radius: number): readonly [number, number] => [centre + radius * Math.sin(angle), centre - radius * Math.cos(angle)];
  const [[x1, y1], [x2, y2]] = [at(inner), at(outer)];
  return <line {...{ x1, y1, x2, y2 }} strokeWidth={now ? 4.5 : 2.5} className={on ? 'stroke-accent' : 'stroke-line-strong opacity-45'} />;
}

function spoken(seconds: number): string {
  const minutes = plural(Math.floor(seconds / 60), { one: '# minute', other: '# minutes' });
  return `${minutes} ${plural(seconds % 60, { one: '# second', other: '# seconds' })}`;
}
