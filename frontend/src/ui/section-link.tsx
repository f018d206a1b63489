import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { classes } from './classes.js';
import { Icon, type IconType } from './icon.js';

interface SectionLinkProps {
  to: string;
  icon: IconType;
  label: string;
  /** Between 768 and 1023 px it is its icon alone. */
  folds?: boolean;
  onClick?: () => void;
}

/** A line of a navigation: a section, or a place to go to. */
export function SectionLink({ to, icon, label, folds = false, onClick }: SectionLinkProps): ReactNode {
  return (
    <NavLink
      to={to}
      title={folds ? label : undefined}
      onClick={onClick}
      className={classes(
        'group flex min-h-tap items-center gap-2.5 rounded-control px-2 text-label font-medium text-ink-2 lg:min-h-9',
        'hover:bg-hover aria-[current]:bg-press aria-[current]:text-ink',
        folds && 'md:max-lg:w-tap md:max-lg:justify-center md:max-lg:px-0',
      )}
    >
      <Icon of={icon} className="size-4.5 group-aria-[current]:text-accent-ink" />
      <span className={folds ? 'md:max-lg:sr-only' : undefined}>{label}</span>
    </NavLink>
  );
}
