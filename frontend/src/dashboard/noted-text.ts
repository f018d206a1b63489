import { t } from '@lingui/core/macro';
import { translated } from '../words/i18n.js';

/** What is noted by itself where something was done: the view says it in English, with what a person chose or wrote. */
const noted: readonly (readonly [RegExp, (given: string) => string])[] = [
  [/^Status changed to (\w+)$/, (status) => t`Status changed to ${translated(status)}`],
  [/^Quotation uploaded\. Lead status updated to (\w+)$/, (status) => t`Quotation uploaded. Lead status updated to ${translated(status)}`],
  [/^Lead status updated to (\w+)$/, (status) => t`Lead status updated to ${translated(status)}`],
  [/^Lead marked as Lost\. Reason: (.+)$/s, (reason) => t`Lead marked as Lost. Reason: ${reason}`],
  [/^Visit cancelled: (.+)$/s, (reason) => t`Visit cancelled: ${reason}`],
  [/^Quotation uploaded$/, () => t`Quotation uploaded`],
  [/^Marked previous followup as completed$/, () => t`Marked previous followup as completed`],
];

/** A note as it is shown. A first visit's has what it did to the status behind what was written. */
export function notedText(note: string): string {
  for (const [form, words] of noted) {
    const found = form.exec(note);
    if (found) return words(found[1] ?? '');
  }
  const [, written, status] = /^(.+) (Lead status updated to \w+)$/s.exec(note) ?? [];
  return written !== undefined && status !== undefined ? `${written} ${notedText(status)}` : note;
}
