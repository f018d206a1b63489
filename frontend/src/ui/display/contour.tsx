import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../classes.js';
import lines from './contour.svg';

const contourClass =
  'before:absolute before:inset-0 before:bg-accent before:[mask-image:var(--lines),var(--fade,linear-gradient(#000,#000))] before:mask-size-[100%_100%] before:mask-intersect';

/**
 * Background ornament of the pages before sign-in; never under text. `className` sets place, size
 * and opacity, `--fade` its edge.
 */
export function Contour({ className }: { className: string }): ReactNode {
  const style = { '--lines': `url('${lines}')` } as CSSProperties;
  return (
    <div
      className={classes('pointer-events-none absolute aspect-square', contourClass, className)}
      style={style}
      aria-hidden="true"
    />
  );
}
