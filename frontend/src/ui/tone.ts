import type { CSSProperties } from 'react';

/** CSS colours of each tone. A tone always comes with a text. */
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
  'due-undated': 'grey',
  'bill-pending': 'yellow',
  'bill-approved': 'green',
  'bill-rejected': 'red',
  'quote-sent': 'yellow',
  'pay-paid': 'green',
  'pay-partial': 'yellow',
  'pay-pending': 'grey',
  'pay-overdue': 'orange',
  'role-admin': 'purple',
  'role-sales': 'green',
  'role-designer': 'blue',
  'role-marketing': 'yellow',
  'role-finance': 'orange',
  info: 'blue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
} as const;
export type Tone = keyof typeof colors;

/** Colour of a tone's marks. */
export const markColor = (tone: Tone): string => `var(--color-${colors[tone]}-mark)`;

/** CSS variables of a tone: fill, text and mark. */
export const toneStyle = (tone: Tone): CSSProperties =>
  ({
    '--s': `var(--color-${colors[tone]}-soft)`,
    '--k': `var(--color-${colors[tone]}-ink)`,
    '--m': markColor(tone),
  }) as CSSProperties;
