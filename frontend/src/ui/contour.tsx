import type { ReactNode } from 'react';
import { classes } from './classes.js';
import './contour.css';

/** The only ornament, on pages before the shell; never under text. `className`: where, how large and how faint, and with `--fade` how it ends. */
export function Contour({ className }: { className: string }): ReactNode {
  return <div className={classes('contour', className)} aria-hidden="true" />;
}
