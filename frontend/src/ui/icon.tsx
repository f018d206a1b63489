import type { LucideIcon } from 'lucide-react';
import type { ReactNode, SVGProps } from 'react';
import { classes } from './classes.js';

export type IconType = LucideIcon | typeof WhatsApp;

interface IconProps {
  of: IconType;
  /** 16 px beside small text, else 20; `l` is 24. */
  size?: 's' | 'l';
  className?: string;
}

/** Icons are drawings beside a word; where one stands alone, its button has the name. */
export function Icon({ of: Drawing, size, className }: IconProps): ReactNode {
  return (
    <Drawing
      className={classes('i', size && `i-${size}`, className)}
      strokeWidth={size === 's' ? 2 : 1.75}
      aria-hidden
      focusable={false}
    />
  );
}

/** Work is under way; what is beside it says which. */
export const Spinner = (): ReactNode => (
  <span
    className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    aria-hidden="true"
  />
);

/** lucide has no brands. */
export function WhatsApp(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d="M4 20l1.3-4.2A8.2 8.2 0 1 1 8.3 18.7zM9 8.7c-.6 2.9 3.4 6.9 6.3 6.3M9 8.7l1.2 1.8M15.3 15l-1.8-1.2" />
    </svg>
  );
}
