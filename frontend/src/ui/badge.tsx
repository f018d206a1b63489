import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { dueText } from './format.js';
import { Icon, type IconType } from './icon.js';
import { CircleAlert, Clock } from 'lucide-react';

/** The meanings of tokens.css. A tone always comes with its word. */
export type Tone =
  | 'neutral'
  | 'status-new'
  | 'status-contacted'
  | 'status-quoted'
  | 'status-converted'
  | 'status-lost'
  | 'due-overdue'
  | 'due-today'
  | 'due-tomorrow'
  | 'due-later'
  | 'role-admin'
  | 'role-sales'
  | 'role-designer'
  | 'role-marketing'
  | 'role-finance'
  | 'bill-pending'
  | 'bill-approved'
  | 'bill-rejected'
  | 'quote-draft'
  | 'quote-sent'
  | 'quote-accepted'
  | 'quote-rejected'
  | 'quote-expired'
  | 'pay-paid'
  | 'pay-partial'
  | 'pay-pending'
  | 'pay-overdue'
  | 'info'
  | 'success'
  | 'warning'
  | 'danger';

interface BadgeProps {
  tone?: Tone;
  icon?: IconType;
  /** A drawing of our own instead of an icon: a Glyph. */
  glyph?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = 'neutral', icon, glyph, children, className }: BadgeProps): ReactNode {
  return (
    <span className={classes('badge', `tone-${tone}`, !icon && !glyph && 'badge-txt', className)}>
      {icon && <Icon of={icon} size="s" />}
      {glyph}
      {children}
    </span>
  );
}

/** When something is due, in days from today: orange overdue, red today, yellow tomorrow, grey later. */
export function DueBadge({ days }: { days: number }): ReactNode {
  const tone = days < 0 ? 'due-overdue' : days === 0 ? 'due-today' : days === 1 ? 'due-tomorrow' : 'due-later';
  return (
    <Badge tone={tone} icon={days < 0 ? CircleAlert : Clock}>
      {dueText(days)}
    </Badge>
  );
}

/** A number over an icon; the icon's button says it in words. */
export function Count({ value }: { value: number }): ReactNode {
  return value > 0 ? (
    <span className="count" aria-hidden="true">
      {value > 99 ? '99+' : value}
    </span>
  ) : null;
}
