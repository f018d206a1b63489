import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.js';
import lines from './contour.svg';

const drawn =
  'before:absolute before:inset-0 before:bg-accent before:[mask-image:var(--lines),var(--fade,linear-gradient(#000,#000))] before:mask-size-[100%_100%] before:mask-intersect';

/**
 * The only ornament, on pages before the shell; never under text. `className`: where, how large and
 * how faint, and with `--fade` how it ends.
 */
export function Contour({ className }: { className: string }): ReactNode {
  const style = { '--lines': `url('${lines}')` } as CSSProperties;
  return (
    <div
      className={classes('pointer-events-none absolute aspect-square', drawn, className)}
      style={style}
      aria-hidden="true"
    />
  );
}
