import type { ReactNode } from 'react';
import { classes } from '../classes.js';

/** Logo: a trace with two stations. */
export function Logo({ className }: { className: string }): ReactNode {
  return (
    <svg className={classes('text-accent', className)} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="currentColor" />
      <g fill="none" stroke="var(--color-on-accent)" strokeWidth="2.1" strokeLinecap="round">
        <path d="M9 22V9.5A2.5 2.5 0 0 1 11.5 7H17" />
        <path d="M9 14.5h5" />
      </g>
      <circle cx="19.5" cy="7" r="2.3" fill="var(--color-on-accent)" />
      <circle cx="16.5" cy="14.5" r="2.3" fill="var(--color-on-accent)" />
    </svg>
  );
}
