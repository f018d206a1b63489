import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType } from '../display/icon.js';
import { NavLink } from './link.js';

interface SectionLinkProps {
  to: string;
  icon: IconType;
  label: string;
  /** Whether the label is below the icon between 768 and 1023 px, where the sidebar is narrow. */
  isInSidebar?: boolean;
  onClick?: () => void;
}

/** Link of a navigation. */
export function SectionLink({
  to,
  icon,
  label,
  isInSidebar = false,
  onClick,
}: SectionLinkProps): ReactNode {
  return (
    <NavLink
      to={to}
      onClick={onClick}
      className={classes(
        'group flex min-h-tap items-center gap-2.5 rounded-control px-2 text-label font-medium text-ink-2 lg:min-h-9',
        'hover:bg-hover aria-[current]:bg-press aria-[current]:text-ink',
        isInSidebar &&
          'md:max-lg:flex-col md:max-lg:justify-center md:max-lg:gap-0.5 md:max-lg:px-0.5 md:max-lg:py-1 md:max-lg:text-micro',
      )}
    >
      <Icon icon={icon} className="size-4.5 group-aria-[current]:text-accent-ink" />
      <span
        className={
          isInSidebar
            ? 'md:max-lg:max-w-full md:max-lg:text-center md:max-lg:wrap-anywhere'
            : undefined
        }
      >
        {label}
      </span>
    </NavLink>
  );
}
