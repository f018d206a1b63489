import { z } from 'zod';
import { refusals } from '#domain/kernel/refusal.js';
import { day, text } from '#domain/kernel/schema.js';
import { leadDetails, type LeadDetails, type LeadType } from '#domain/leads/lead.commands.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { phoneText } from '../ui/format.js';
import { type EditableField, editableFields } from './lead-field-names.js';

/** What stands in the fields: text, as it is typed. */
export interface LeadFormValues {
  phone: string;
  firstName: string;
  lastName: string;
  type: LeadType | '';
  city: string;
  siteName: string;
  landmark: string;
  followUpOn: string;
  note: string;
}

export const emptyLead: LeadFormValues = {
  phone: '',
  firstName: '',
  lastName: '',
  type: '',
  city: '',
  siteName: '',
  landmark: '',
  followUpOn: '',
  note: '',
};

/** A field that is left empty was not filled in. */
const maybe = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => (value.trim() === '' ? undefined : value))
    .pipe(schema.optional());

/** Nothing is chosen at first. */
const chosenType = z.custom<LeadType | ''>((value) => typeof value === 'string').pipe(leadDetails.shape.type);

/** The domain's own fields, with a day that is not before today. */
export const leadForm = (today: string) =>
  z.object({
    phone: leadDetails.shape.phone,
    firstName: leadDetails.shape.firstName,
    lastName: leadDetails.shape.lastName,
    type: chosenType,
    city: leadDetails.shape.city,
    siteName: maybe(leadDetails.shape.siteName.unwrap()),
    landmark: maybe(leadDetails.shape.landmark.unwrap()),
    followUpOn: maybe(day.refine((on) => on >= today, refusals['follow-up-in-the-past'])),
    note: maybe(text),
  });
export type LeadFormResult = z.output<ReturnType<typeof leadForm>>;

/** What a lead's form begins with when it is edited. */
export const valuesOf = (lead: Pick<LeadDetail, 'phone' | 'firstName' | 'lastName' | 'type' | 'city' | 'siteName' | 'landmark'>): LeadFormValues => ({
  ...emptyLead,
  phone: phoneText(lead.phone).replace(/^\+91 /, ''),
  firstName: lead.firstName,
  lastName: lead.lastName,
  type: lead.type,
  city: lead.city,
  siteName: lead.siteName ?? '',
  landmark: lead.landmark ?? '',
});

type Editable = Pick<LeadDetails, EditableField>;

/** What of a lead an edit may change. Photos that came with notes stay with those. */
export const editableOf = (lead: LeadDetail): Editable => ({ ...lead, photoFileIds: lead.photos.slice(0, lead.ownPhotos) });

/** Only what is different; what was taken away is null. */
export function changesBetween(before: Editable, after: Editable): Partial<Record<EditableField, Editable[EditableField] | null>> {
  return Object.fromEntries(
    editableFields.flatMap((field) => (JSON.stringify(before[field]) === JSON.stringify(after[field]) ? [] : [[field, after[field] ?? null]])),
  );
}

/** What the form says, as the lead would then be. */
export const detailsOf = (
  result: LeadFormResult,
  { place, photoFileIds }: { readonly place: LeadDetails['place']; readonly photoFileIds: readonly string[] },
): Editable => ({
  phone: result.phone,
  firstName: result.firstName,
  lastName: result.lastName,
  type: result.type,
  city: result.city,
  siteName: result.siteName,
  landmark: result.landmark,
  place,
  photoFileIds: [...photoFileIds],
});
