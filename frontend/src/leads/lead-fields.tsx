import type { KeyboardEvent, ReactNode } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { ChipGroup } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import { Field } from '../ui/field.js';
import { DateField, Input, PhoneField, TextArea } from '../ui/input.js';
import type { LeadFormValues } from './lead-form.schema.js';
import { type KeptPhotos, SiteTiles } from '../shared/site-tiles.js';
import type { useLocation } from '../shared/use-location.js';
import type { Photos } from '../shared/use-photos.js';
import { typeOptions } from '../shared/labels.js';

interface LeadFieldsProps {
  register: UseFormRegister<LeadFormValues>;
  errors: FieldErrors<LeadFormValues>;
  location: ReturnType<typeof useLocation>;
  today: string;
  photos: Photos;
  /** Where a lead is edited: the photos it has. */
  kept?: KeptPhotos;
  assignee:
    | { readonly members: readonly TeamMember[]; readonly value: string; readonly onValue: (memberId: string) => void; readonly meId: string }
    | undefined;
  /** Only where a lead is made has it a note and a next visit: afterwards those become entries of their own. */
  isNew: boolean;
}

/** On a phone Enter leads to the next field, as its key says; elsewhere it saves. */
function nextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || !matchMedia('(pointer: coarse)').matches) return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input.input, textarea.input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (!next || event.currentTarget.name === 'city') return;
  event.preventDefault();
  next.focus();
}

/** A lead's fields, in the order in which a rep hears the answers. */
export function LeadFields({ register, errors, location, today, photos, kept, assignee, isNew }: LeadFieldsProps): ReactNode {
  const typed = { autoComplete: 'off', onKeyDown: nextField, enterKeyHint: 'next' as const };
  const name = { ...typed, autoCapitalize: 'words', spellCheck: false };
  return (
    <div className="lead-form-grid">
      <div className="sec">
        <h2 className="t3">Who is it?</h2>
        <Field label="Phone" error={errors.phone?.message}>
          <PhoneField {...register('phone')} {...typed} autoFocus={isNew} />
        </Field>
        <div className="two">
          <Field label="First name" error={errors.firstName?.message}>
            <Input {...register('firstName')} {...name} />
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            <Input {...register('lastName')} {...name} />
          </Field>
        </div>
        <ChipGroup label="Type of lead" options={typeOptions} error={errors.type?.message} {...register('type')} />
        <Field label="City" error={errors.city?.message}>
          <Input {...register('city')} {...name} enterKeyHint="done" placeholder="Pune" />
        </Field>
      </div>
      <div className="stack gap-7 md:gap-5">
        <div className="sec">
          <h2 className="t3">The site</h2>
          <SiteTiles photos={photos} kept={kept} location={location} />
          <Field label="Site name" optional error={errors.siteName?.message}>
            <Input {...register('siteName')} {...name} placeholder="Deshmukh Residency" />
          </Field>
          <Field label="Landmark" optional error={errors.landmark?.message}>
            <Input {...register('landmark')} {...typed} placeholder="Near Orchid School" />
          </Field>
        </div>
        {(isNew || assignee) && (
          <div className="sec">
            <h2 className="t3">Next</h2>
            {isNew && (
              <>
                <Field label="Note" optional error={errors.note?.message}>
                  <TextArea {...register('note')} rows={3} />
                </Field>
                <Field label="Next visit date" optional error={errors.followUpOn?.message}>
                  <DateField {...register('followUpOn')} min={today} />
                </Field>
              </>
            )}
            {assignee && <Assignee {...assignee} />}
          </div>
        )}
      </div>
    </div>
  );
}

function Assignee({ members, value, onValue, meId }: NonNullable<LeadFieldsProps['assignee']>): ReactNode {
  const options = members.map(({ memberId, name, role }) => ({ value: memberId, label: memberId === meId ? `${name} (you)` : name, meta: role }));
  return (
    <Field label="Assigned to">
      <Combobox
        label="Assigned to"
        options={options}
        value={options.find((option) => option.value === value)}
        onValue={(option) => onValue(option.value)}
      />
    </Field>
  );
}
