import type { CSSProperties } from 'react';

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

/** Fill, text and mark of a meaning, for the styles of what is below. */
export function toneStyle(tone: Tone): CSSProperties {
  const role = tone === 'neutral' ? 'due-later' : tone;
  return { '--s': `var(--ft-${role}-soft)`, '--k': `var(--ft-${role}-ink)`, '--m': `var(--ft-${role}-mark)` } as CSSProperties;
}
