import type { ReactNode } from 'react';
import { classes } from '../classes.js';

/**
 * Action bar of a form on a phone, with one large button. Never together with the bottom
 * navigation.
 */
export function BottomBar({
  children,
  className,
}: {
  children: ReactNode;
  className: string;
}): ReactNode {
  return (
    <div
      className={classes(
        'thumb sticky bottom-[var(--ft-below,0px)] z-(--ft-z-sticky) bg-surface px-gutter pt-3 shadow-bar',
        'pb-[calc(0.75rem+env(safe-area-inset-bottom))] [&_.btn]:whitespace-normal',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Buttons of a step: at the bottom on a phone, below the form on a wide screen. */
export function StepActions({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      className={classes(
        'step-actions mt-auto flex flex-col gap-2 md:flex-row-reverse md:[&>.btn-primary]:flex-1',
        className,
        // above an open keyboard
        'short:sticky short:bottom-0 short:-mx-gutter short:flex-row-reverse short:bg-canvas short:px-gutter short:py-2 short:*:flex-auto',
      )}
    >
      {children}
    </div>
  );
}
