import type { ReactNode } from 'react';
import { classes } from '../classes.js';

const filledClass =
  'bg-accent after:absolute after:-inset-[3px] after:rounded-full after:border-[1.5px] after:border-accent after:opacity-35';

/** Filled: changes arrive live. Hollow: not connected. */
export function LiveIndicator({
  live,
  children,
}: {
  live: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-2 text-meta/4.5 font-medium whitespace-nowrap',
        live ? 'text-accent-ink' : 'text-ink-2',
      )}
    >
      <span
        className={classes(
          'relative size-2 flex-none rounded-full',
          live ? filledClass : 'inset-ring-[1.5px] inset-ring-ink-3',
        )}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}
