import { rejectionReasons } from '#domain/bills/bill.values.js';
import { lostReasons } from '#domain/leads/lead.values.js';
import { translated } from '../../words/i18n.js';

/** Reason in the current language; a typed reason stays as it was written. */
const reasonText =
  (predefinedReasons: readonly string[]) =>
  (reason: string): string =>
    predefinedReasons.includes(reason) ? translated(reason) : reason;

export const lostReasonText = reasonText(lostReasons);
export const rejectionText = reasonText(rejectionReasons);

/** Stored value of a typed reason: the predefined reason if the text equals its translation. */
export const storedReason = (written: string, predefinedReasons: readonly string[]): string =>
  predefinedReasons.find((reason) => translated(reason) === written.trim()) ?? written;
