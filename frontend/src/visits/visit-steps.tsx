import { msg, t } from '@lingui/core/macro';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.js';
import { Icon } from '../ui/display/icon.js';
import { i18n } from '../words/i18n.js';

const names = [
  msg`Select Lead`,
  msg`Capture Location`,
  msg`Visit Timer`,
  msg`Visit Details`,
] as const;

const dots = {
  done: 'bg-accent-soft text-accent-ink',
  skipped: 'bg-press text-ink-2',
  now: 'bg-accent text-on-accent',
  ahead: 'bg-surface text-ink-3 inset-ring-[1.5px] inset-ring-line-strong',
} as const;

/** line to the next step: horizontal on a phone, vertical on a wide screen */
const lineToNextLook = classes(
  'absolute top-3.5 right-[calc(-50%+1.125rem)] left-[calc(50%+1.125rem)] h-0.5 rounded-full',
  'md:top-8.5 md:right-auto md:bottom-1.5 md:left-[calc(0.875rem-1px)] md:h-auto md:w-0.5',
);

/** Index of the step that may be skipped. */
const PLACE = 1;

function stateOf(number: number, step: number, isSkipped: boolean): keyof typeof dots {
  if (number === step) return 'now';
  if (number > step) return 'ahead';
  return isSkipped ? 'skipped' : 'done';
}

/** Steps of a visit, with their answers on a wide screen. */
export function VisitSteps({
  step,
  lead,
  place,
  isPlaceSkipped,
}: {
  step: number;
  lead: string | undefined;
  place: string | undefined;
  isPlaceSkipped: boolean;
}): ReactNode {
  const answers = [lead, place];
  return (
    <ol
      className="-mx-[calc(0.5*var(--spacing-gutter))] flex md:mx-0 md:my-2 md:flex-col"
      aria-label={t`Step ${step} of ${names.length}`}
    >
      {names.map((name, index) => {
        const isSkipped = index === PLACE && isPlaceSkipped;
        const state = stateOf(index + 1, step, isSkipped);
        const isPast = state === 'done' || state === 'skipped';
        return (
          <li
            key={name.id}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center md:flex-none md:flex-row md:items-start md:gap-3 md:pb-6 md:text-left"
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {index + 1 < names.length && (
              <span className={classes(lineToNextLook, isPast ? 'bg-accent' : 'bg-line')} />
            )}
            <span
              className={classes(
                'num font-strong grid size-7 flex-none place-items-center rounded-full text-(length:--text-meta)',
                dots[state],
              )}
            >
              {isPast ? <Icon icon={isSkipped ? Minus : Check} size="s" /> : index + 1}
            </span>
            <span
              className={classes(
                'max-w-full text-(length:--text-micro)/4 md:min-w-0 md:pt-1 md:text-(length:--text-label)/5',
                state === 'now' ? 'font-strong' : 'font-medium text-ink-2',
              )}
            >
              <span>{state === 'skipped' ? t`Without location` : i18n._(name)}</span>
              {state === 'done' && answers[index] && (
                <small className="hidden text-(length:--text-meta) font-regular text-ink-3 md:block">
                  {answers[index]}
                </small>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
