import { msg, t } from '@lingui/core/macro';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.js';
import { Icon } from '../ui/display/icon.js';
import { i18n } from '../words/i18n.js';

const stepNames = [
  msg`Select Lead`,
  msg`Capture Location`,
  msg`Visit Timer`,
  msg`Visit Details`,
] as const;

const classOfState = {
  done: 'bg-accent-soft text-accent-ink',
  skipped: 'bg-press text-ink-2',
  current: 'bg-accent text-on-accent',
  ahead: 'bg-surface text-ink-3 inset-ring-[1.5px] inset-ring-line-strong',
} as const;

/** line to the next step: horizontal on a phone, vertical on a wide screen */
const lineToNextClass = classes(
  'order-last h-0.5 min-w-2 flex-1 rounded-full',
  'max-md:@min-[17rem]:absolute max-md:@min-[17rem]:top-3.25 max-md:@min-[17rem]:right-[calc(-50%+1.125rem)] max-md:@min-[17rem]:left-[calc(50%+1.125rem)]',
  'md:absolute md:top-8.5 md:bottom-1.5 md:left-[calc(0.875rem-1px)] md:h-auto md:w-0.5 md:min-w-0',
);
/** names below the numbers on a phone; with larger text it names only the current step */
const stepClass = classes(
  'relative flex min-w-0 items-center gap-2 md:flex-none md:items-start md:gap-3 md:pb-6',
  'max-md:@min-[17rem]:flex-col max-md:@min-[17rem]:gap-1 max-md:@min-[17rem]:px-0.5 max-md:@min-[17rem]:text-center',
);
const nameClass = 'min-w-0 text-(length:--text-label)/5 max-md:@min-[17rem]:text-micro md:pt-1';

/** Numbers of the steps, from 1. */
export const visitSteps = { lead: 1, location: 2, timer: 3, details: 4 } as const;
export type VisitStep = (typeof visitSteps)[keyof typeof visitSteps];

function stateOf(
  step: number,
  currentStep: VisitStep,
  isSkipped: boolean,
): keyof typeof classOfState {
  if (step === currentStep) return 'current';
  if (step > currentStep) return 'ahead';
  return isSkipped ? 'skipped' : 'done';
}

/** Steps of a visit; on a wide screen with their answers. */
export function VisitSteps({
  step,
  lead,
  place,
  isPlaceSkipped,
}: {
  /** Current step. */
  step: VisitStep;
  lead: string | undefined;
  place: string | undefined;
  isPlaceSkipped: boolean;
}): ReactNode {
  const answers = [lead, place];
  return (
    <div className="@container">
      <ol
        className="flex gap-2 max-md:flex-wrap max-md:@min-[17rem]:grid max-md:@min-[17rem]:grid-cols-4 max-md:@min-[17rem]:gap-0 md:my-2 md:flex-col md:gap-0"
        aria-label={t`Step ${step} of ${stepNames.length}`}
      >
        {stepNames.map((name, index) => {
          const isSkipped = index + 1 === visitSteps.location && isPlaceSkipped;
          const state = stateOf(index + 1, step, isSkipped);
          const isPast = state === 'done' || state === 'skipped';
          return (
            <li
              key={name.id}
              className={classes(
                stepClass,
                state === 'current'
                  ? 'grow max-md:basis-32'
                  : index + 1 < stepNames.length && 'flex-1 max-md:min-w-11',
              )}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              {index + 1 < stepNames.length && (
                <span className={classes(lineToNextClass, isPast ? 'bg-accent' : 'bg-line')} />
              )}
              <span
                className={classes(
                  'num font-strong grid size-7 flex-none place-items-center rounded-full text-(length:--text-meta)',
                  classOfState[state],
                )}
              >
                {isPast ? <Icon icon={isSkipped ? Minus : Check} size="s" /> : index + 1}
              </span>
              <span
                className={classes(
                  nameClass,
                  state === 'current'
                    ? 'font-strong'
                    : 'font-medium text-ink-2 max-md:@max-[17rem]:sr-only',
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
    </div>
  );
}
