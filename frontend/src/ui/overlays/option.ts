import { classes } from '../classes.js';

/**
 * Classes of an option in a menu or list. In dark mode `hover` equals the sheet's colour, so
 * `press` replaces it.
 */
export const optionClass = classes(
  'option flex min-h-[max(2.5rem,var(--spacing-control))] w-full cursor-pointer items-center gap-2.5 rounded-badge px-2.5 py-1 text-label/[1.2] select-none',
  'hover:bg-hover focus-visible:outline-none data-highlighted:bg-hover data-highlighted:focus-visible:bg-press data-disabled:cursor-default',
  'data-disabled:text-ink-off dark:hover:bg-press dark:data-highlighted:bg-press',
);

/** Classes of menus and lists next to their control. */
export const popClass = 'rounded-[0.625rem] bg-raised shadow-float';
export const menuClass = classes(
  popClass,
  'min-w-48 max-w-[min(20rem,calc(100vw-1rem))] transition-[opacity,translate] duration-(--ft-base) ease-out focus-visible:outline-none',
  'data-starting-style:-translate-y-1 data-starting-style:opacity-0 data-ending-style:-translate-y-1 data-ending-style:opacity-0',
);
