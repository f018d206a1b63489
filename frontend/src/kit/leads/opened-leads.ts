import { identity } from '../../lib/account/identity.js';
import { storeText, readStoredText } from '../../browser/stored-text.js';

const MAX_OPENED = 20;
const storageKey = (): string => `fieldtrace.opened-leads|${identity().accountId ?? ''}`;

/** Leads that this account opened on this device, latest first. */
export function readOpenedLeads(): readonly string[] {
  const text = readStoredText(storageKey());
  return text ? text.split(' ') : [];
}

export function addOpenedLead(leadId: string): void {
  storeText(
    storageKey(),
    [leadId, ...readOpenedLeads().filter((other) => other !== leadId)]
      .slice(0, MAX_OPENED)
      .join(' '),
  );
}
