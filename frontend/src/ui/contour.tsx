import type { ReactNode } from 'react';
import { classes } from './classes.js';
import lines from './contour.svg';

/** The only ornament, on pages before the shell; never under text. `className`: where, how large and how faint, and with `--fade` how it ends. */
export function Contour({ className }: { className: string }): ReactNode {
  const maskImage = `url('${lines}'), var(--fade, linear-gradient(#000, #000))`;
  return (
    <div
      className={classes('pointer-events-none absolute aspect-square bg-accent mask-size-[100%_100%] mask-intersect', className)}
      // the build adds the prefix that older browsers know to stylesheets only
      style={{ maskImage, WebkitMaskImage: maskImage }}
      aria-hidden="true"
    />
  );
}
