import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { dueText } from './format.js';
import { Icon, type IconType } from './icon.js';
import { type Tone, toneStyle } from '../tone.js';
import { textElements } from '../text-element.js';
import { CircleAlert, Clock } from 'lucide-react';

interface BadgeProps {
  tone?: Tone;
  icon?: IconType;
  /** Whether the badge is a dashed outline: nothing is there yet. */
  isOutline?: boolean;
  /** Glyph instead of an icon. */
  glyph?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Badge({
  tone = 'neutral',
  isOutline = false,
  icon,
  glyph,
  children,
  className,
}: BadgeProps): ReactNode {
  return (
    <span
      className={classes(
        // its text, and not its icon, stands on the baseline of the texts beside it
        'inline-flex min-h-6 items-baseline gap-1.25 rounded-badge pr-1.75 text-(length:--text-meta) leading-5 font-medium',
        'whitespace-nowrap [&>.g]:size-3.5 [&>svg]:self-center',
        'text-(--k)',
        isOutline ? 'border border-dashed border-(--m) py-px' : 'bg-(--s) py-0.5',
        icon || glyph ? 'pl-1.5' : 'pl-1.75',
        className,
      )}
      style={toneStyle(tone)}
    >
      {icon && <Icon icon={icon} size="s" className="size-3.5 text-(--m)" />}
      {glyph}
      {textElements(children)}
    </span>
  );
}

function dueToneOf(days: number): Tone {
  if (days < 0) return 'due-overdue';
  if (days === 0) return 'due-today';
  return days === 1 ? 'due-tomorrow' : 'due-later';
}

/**
 * Due day as a badge: orange overdue, red today, yellow tomorrow, grey later.
 * @param days days from today; negative if overdue
 */
export function DueBadge({ days }: { days: number }): ReactNode {
  return (
    <Badge tone={dueToneOf(days)} icon={days < 0 ? CircleAlert : Clock}>
      {dueText(days)}
    </Badge>
  );
}
