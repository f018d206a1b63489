import { identity } from '../../lib/account/identity.js';
import { keepText, keptText } from '../../browser/kept-text.js';

const MAX_OPENED = 20;
const nameFor = (): string => `fieldtrace.opened-leads|${identity().accountId ?? ''}`;

/** Leads that this account opened on this device, latest first. */
export function openedLeads(): readonly string[] {
  const text = keptText(nameFor());
  return text ? text.split(' ') : [];
}

export function noteOpenedLead(leadId: string): void {
  keepText(
    nameFor(),
    [leadId, ...openedLeads().filter((other) => other !== leadId)].slice(0, MAX_OPENED).join(' '),
  );
}
