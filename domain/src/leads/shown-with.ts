import type { LeadEvent } from './lead.events.js';

/** What of an event says what it came with. */
export type Step = { readonly type: LeadEvent['type']; readonly revision: number; readonly commandId: string };

/** What can move the status of its lead on. */
export const movesStatus = (type: Step['type']): boolean => type === 'VisitRecorded' || type === 'QuotationUploaded';

/** What a visit or a quotation does to the status is of one command with it, and is shown in its entry, on the timeline and in the activity. */
export const isShownWith = (before: Step | undefined, { type, revision, commandId }: Step): before is Step =>
  type === 'LeadStatusChanged' &&
  before !== undefined &&
  movesStatus(before.type) &&
  before.revision === revision - 1 &&
  before.commandId === commandId;
