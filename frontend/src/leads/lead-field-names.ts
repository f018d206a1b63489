import type { LeadDetails } from '#domain/leads/lead.commands.js';

/** What an edit may change, and what each is called; apart from the form's schema, which the timeline has no use for. */
export const fieldNames = {
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  type: 'Type of lead',
  city: 'City',
  siteName: 'Site name',
  landmark: 'Landmark',
  place: 'Location',
  photoFileIds: 'Photos',
} as const satisfies Readonly<Record<keyof LeadDetails, string>>;

export type EditableField = keyof typeof fieldNames;
export const editableFields = Object.keys(fieldNames) as EditableField[];
