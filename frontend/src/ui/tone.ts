import type { CSSProperties } from 'react';

/** Colours of each tone, among those of tokens.css. A tone is always shown with its word. */
const colors = {
  neutral: 'grey',
  'status-new': 'blue',
  'status-contacted': 'indigo',
  'status-quoted': 'plum',
  'status-converted': 'green',
  'status-lost': 'grey',
  'due-overdue': 'orange',
  'due-today': 'red',
  'due-tomorrow': 'yellow',
  'due-later': 'grey',
  'role-admin': 'purple',
  'role-sales': 'green',
  'role-designer': 'blue',
  'role-marketing': 'yellow',
  'role-finance': 'orange',
  'bill-pending': 'yellow',
  'bill-approved': 'green',
  'bill-rejected': 'red',
  'quote-sent': 'yellow',
  'pay-paid': 'green',
  'pay-partial': 'yellow',
  'pay-pending': 'grey',
  'pay-overdue': 'orange',
  info: 'blue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
} as const;
export type Tone = keyof typeof colors;

/** The colour in which a meaning is drawn on a surface. */
export const markColor = (tone: Tone): string => `var(--color-${colors[tone]}-mark)`;

/** Fill, text and mark of a meaning, for the styles of what is below. */
export const toneStyle = (tone: Tone): CSSProperties =>
  ({
    '--s': `var(--color-${colors[tone]}-soft)`,
    '--k': `var(--color-${colors[tone]}-ink)`,
    '--m': markColor(tone),
  }) as CSSProperties;
