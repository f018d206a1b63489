import type { LeadEvent } from './lead.events.js';

/** Fields of an event by which `isShownWith` recognises events of one command. */
export type Step = {
  readonly type: LeadEvent['type'];
  readonly revision: number;
  readonly commandId: string;
};

export const movesStatus = (type: Step['type']): boolean =>
  type === 'VisitRecorded' || type === 'QuotationUploaded';

/**
 * Whether the status change came from the visit or quotation before it, by the same command.
 * Timeline and activity then show both in one entry.
 */
export const isShownWith = (
  before: Step | undefined,
  { type, revision, commandId }: Step,
): before is Step =>
  type === 'LeadStatusChanged' &&
  before !== undefined &&
  movesStatus(before.type) &&
  before.revision === revision - 1 &&
  before.commandId === commandId;
