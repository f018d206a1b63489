import type { LucideIcon } from 'lucide-react';
import type { ReactNode, SVGProps } from 'react';
import { classes } from '../classes.js';

export type IconType = LucideIcon | typeof WhatsApp;

interface IconProps {
  icon: IconType;
  /** Size: 16 px for `s`, 24 px for `l`, else 20 px. */
  size?: 's' | 'l';
  className?: string;
}

/** Decorative icon beside a text. An icon button carries the name itself. */
export function Icon({ icon: Drawing, size, className }: IconProps): ReactNode {
  return (
    <Drawing
      className={classes('i', size && `i-${size}`, className)}
      strokeWidth={size === 's' ? 2 : 1.75}
      aria-hidden
      focusable={false}
    />
  );
}

/** Spinner; the text beside it names the work. */
export const Spinner = (): ReactNode => (
  <span
    className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    aria-hidden="true"
  />
);

/** WhatsApp's icon, drawn here because lucide has no brand icons. */
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
