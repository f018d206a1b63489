import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { initials } from './format.js';

interface AvatarProps {
  name: string;
  /** Only you are tinted. */
  me?: boolean;
  size?: 's';
  className?: string;
}

/** Initials on a quiet disc. The name stands beside it, or in its title where there is no room. */
export function Avatar({ name, me = false, size, className }: AvatarProps): ReactNode {
  return (
    <span className={classes('av', me && 'av-me', size && `av-${size}`, className)} aria-hidden="true" title={name}>
      {initials(name)}
    </span>
  );
}
