import { classes } from './classes.js';

/** One of a menu, or of a list that is searched. In the dark a raised sheet is as light as `hover`. */
export const optionLook = classes(
  'option flex min-h-[max(2.5rem,var(--spacing-control))] w-full cursor-pointer items-center gap-2.5 rounded-badge px-2.5 py-1 text-label/[1.2] select-none',
  'hover:bg-hover focus-visible:outline-none data-highlighted:bg-hover data-highlighted:focus-visible:bg-press data-disabled:cursor-default',
  'data-disabled:text-ink-off dark:hover:bg-press dark:data-highlighted:bg-press',
);
