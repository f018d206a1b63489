import type { ReactNode } from 'react';
import { classes } from './classes.js';

/** Filled: changes arrive as they happen. Hollow: they will be caught up. */
export function LiveDot({ live, children }: { live: boolean; children: ReactNode }): ReactNode {
  return (
    <span className={classes('livemark', !live && 'is-lost')}>
      <span className="live-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
