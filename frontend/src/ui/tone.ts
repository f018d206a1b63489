import type { CSSProperties } from 'react';

/** The hue of each meaning, as tokens.css has it for both themes. A tone always comes with its word. */
const hues = {
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
  'quote-draft': 'grey',
  'quote-sent': 'yellow',
  'quote-accepted': 'green',
  'quote-rejected': 'red',
  'quote-expired': 'grey',
  'pay-paid': 'green',
  'pay-partial': 'yellow',
  'pay-pending': 'grey',
  'pay-overdue': 'orange',
  info: 'blue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
} as const;
export type Tone = keyof typeof hues;

/** A colour of a meaning: what it is filled with, text on that, and a glyph, dot or bar beside it. */
export const toneColor = (tone: Tone, part: 'soft' | 'ink' | 'mark'): string => `var(--color-${hues[tone]}-${part})`;

/** All three, for the styles of what is below. */
export const toneStyle = (tone: Tone): CSSProperties =>
  ({ '--s': toneColor(tone, 'soft'), '--k': toneColor(tone, 'ink'), '--m': toneColor(tone, 'mark') }) as CSSProperties;
