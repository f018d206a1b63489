import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { initials } from '#domain/kernel/texts/initials.js';

interface AvatarProps {
  name: string;
  /** Tints the avatar of the signed-in member. */
  isMe?: boolean;
  /** `node`: on a timeline. */
  size?: 's' | 'm' | 'node';
  className?: string;
}

const sizes = {
  m: 'size-9 text-[0.8125rem]',
  s: 'size-7 text-[0.6875rem]',
  node: 'node size-8 text-[0.6875rem]',
};

/** Initials of a person. The name stands beside it, or is its title. */
export function Avatar({ name, isMe = false, size = 'm', className }: AvatarProps): ReactNode {
  return (
    <span
      className={classes(
        'av inline-grid flex-none place-items-center rounded-full leading-none font-strong tracking-[0.01em]',
        isMe ? 'bg-accent-soft text-accent-soft-ink' : 'bg-press text-ink-2',
        sizes[size],
        className,
      )}
      aria-hidden="true"
      title={name}
    >
      {initials(name)}
    </span>
  );
}
