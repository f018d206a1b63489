import type { ReactNode } from 'react';
import { classes } from './classes.js';

interface BottomBarProps {
  /** One large button. */
  children: ReactNode;
  /** Only on the phone; a desktop has its button in the top bar. */
  phoneOnly?: boolean;
  className?: string;
}

/** The action bar of a form or a step, in the thumb zone. Never beside the bottom navigation. */
export function BottomBar({ children, phoneOnly = false, className }: BottomBarProps): ReactNode {
  return (
    <div
      className={classes(
        'thumb sticky bottom-[var(--ft-below,0px)] z-(--ft-z-sticky) bg-surface px-gutter pt-3 shadow-bar',
        'pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        phoneOnly && 'md:hidden',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The buttons of a step: at the thumb on the phone, under what is asked on a desktop. */
export function StepActions({ className, children }: { className: string; children: ReactNode }): ReactNode {
  return <div className={classes('step-acts mt-auto flex flex-col gap-2 md:flex-row-reverse md:[&>.btn-primary]:flex-1', className)}>{children}</div>;
}
