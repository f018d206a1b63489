import { rejectionReasons } from '#domain/bills/bill.values.js';
import { lostReasons } from '#domain/leads/lead.values.js';
import { translated } from '../../words/i18n.js';

/** Reason in the present language; own words as they were written. */
const reasonText =
  (usual: readonly string[]) =>
  (reason: string): string =>
    usual.includes(reason) ? translated(reason) : reason;

export const lostReasonText = reasonText(lostReasons);
export const rejectionText = reasonText(rejectionReasons);

/** Stored value of a written reason: the usual one that it names in the present language. */
export const storedReason = (written: string, usual: readonly string[]): string =>
  usual.find((reason) => translated(reason) === written.trim()) ?? written;
