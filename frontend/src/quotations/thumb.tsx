import { Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/display/icon.js';
import { classes } from '../ui/classes.js';

/** Small picture of a product, by its public path; an icon if there is none. */
export const Thumb = ({
  path,
  className = 'size-10',
}: {
  path: string | undefined;
  className?: string;
}): ReactNode => (
  <span
    className={classes(
      'grid flex-none place-items-center overflow-hidden rounded-control bg-sunken text-ink-3',
      className,
    )}
    aria-hidden="true"
  >
    {path === undefined ? (
      <Icon icon={Package} size="s" />
    ) : (
      <img src={`${path}/320`} alt="" loading="lazy" className="size-full object-cover" />
    )}
  </span>
);
