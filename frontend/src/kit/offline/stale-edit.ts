import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { registerRebase } from '../../lib/outbox/outbox-sender.js';
import { leadRecords } from '../leads/lead-record.js';

/** Value that a lead has for a field of `EditLead`. */
export function fieldOfLead(lead: LeadDetail, field: string): unknown {
  if (field === 'photoFileIds') return lead.photos.slice(0, lead.ownPhotos);
  if (field === 'assignedTo') return lead.assignedTo.id;
  return lead[field as keyof LeadDetail];
}

/** Whether two values are equal; an empty value equals a missing one. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one || null) === JSON.stringify(other || null);

type Edit = Pick<OutboxItem, 'data' | 'base'>;

/** Fields that an edit changes. */
export const editedFields = ({ data, base }: Edit): readonly string[] =>
  Object.keys(base?.values ?? {}).filter((field) => field in data && field !== 'leadId');

/** Fields of an edit that somebody else has changed since, to another value. */
export const conflictingFields = (edit: Edit, current: LeadDetail): readonly string[] =>
  editedFields(edit).filter((field) => {
    const currentValue = fieldOfLead(current, field);
    return (
      !isSame(currentValue, edit.base?.values[field]) && !isSame(currentValue, edit.data[field])
    );
  });

/** Registers the comparison of offline lead edits with the current lead. */
export function registerStaleEdits(): void {
  registerRebase(async (item) => {
    if (item.name !== 'EditLead') return undefined;
    const current = await leadRecords.fetchNewest(item.recordId);
    return conflictingFields(item, current).length === 0 ? current.revision : undefined;
  });
}
