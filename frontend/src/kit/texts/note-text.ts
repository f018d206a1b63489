import { translated } from '../../words/i18n.js';

/** Outcome of a contact, then its note: `No answer. Try again on Monday`. */
export const noteText = (
  { outcome, note }: { readonly outcome?: string | undefined; readonly note?: string | undefined },
  outcomeText: (outcome: string) => string = translated,
): string => [outcome && outcomeText(outcome), note].filter(Boolean).join('. ');
