import { t } from '@lingui/core/macro';
import type { LeadType } from '#domain/leads/lead.values.js';
import type { KeyboardEvent, ReactNode } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { textFieldValues } from '../../kit/forms/command-input.js';
import type { RecordPhotos } from '../../kit/capture/record-photos.js';
import { cityOfPlace, useRecentCities } from '../../kit/leads/recent-cities.js';
import { typeNames } from '../../kit/leads/lead-names.js';
import { SiteTiles } from './site-tiles.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import { useGeolocation } from '../../kit/capture/use-geolocation.js';
import { type ChosenFile, usePhotos } from '../../kit/capture/use-photos.js';
import { FormColumn, FormColumns, FormSection } from '../../kit/forms/form-page.js';
import { ChipGroup, ToggleChip } from '../../ui/inputs/choice.js';
import { phoneWithoutCountry } from '../../ui/display/format.js';
import { Input, PhoneField } from '../../ui/inputs/input.js';
import { optionsOf } from '../../words/i18n.js';

type Details = Pick<
  LeadDetail,
  'phone' | 'firstName' | 'lastName' | 'type' | 'city' | 'siteName' | 'landmark' | 'place'
>;

/** Initial values of the fields. */
export const leadValues = (lead?: Details) => ({
  phone: phoneWithoutCountry(lead?.phone ?? ''),
  ...textFieldValues(lead, 'firstName', 'lastName'),
  type: (lead?.type ?? '') as LeadType | '',
  ...textFieldValues(lead, 'city'),
  files: [] as readonly ChosenFile[],
  place: lead?.place,
  ...textFieldValues(lead, 'siteName', 'landmark'),
});

interface LeadFieldsProps<Values> {
  form: CommandForm<Values>;
  /** Photos of the edited lead. */
  recordPhotos?: RecordPhotos;
  /** Content below the number. */
  belowNumber?: ReactNode;
  /** Note and next visit of a new lead; an existing lead has them as entries. */
  children?: ReactNode;
}

/** On a phone Enter moves to the next field; elsewhere it saves. */
function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || !matchMedia('(pointer: coarse)').matches) return;
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>(
      'input.input, textarea.input',
    ) ?? []),
  ];
  const nextField = fields[fields.indexOf(event.currentTarget) + 1];
  // after the city Enter closes the keyboard
  if (!nextField || event.currentTarget.name === 'city') return;
  event.preventDefault();
  nextField.focus();
}

const inputProps = {
  autoComplete: 'off',
  onKeyDown: focusNextField,
  enterKeyHint: 'next',
} as const;
const nameInputProps = { ...inputProps, autoCapitalize: 'words', spellCheck: false };

const MAX_CITY_CHIPS = 3;

/** Cities of the newest leads, as chips below the field. */
const CityChips = ({
  cities,
  chosen,
  onChosen,
}: {
  cities: readonly string[];
  chosen: string;
  onChosen: (city: string) => void;
}): ReactNode =>
  cities.length > 0 && (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Cities of your last leads`}>
      {cities.slice(0, MAX_CITY_CHIPS).map((city) => (
        <ToggleChip
          key={city}
          on={city === chosen}
          onClick={() => onChosen(city === chosen ? '' : city)}
        >
          {city}
        </ToggleChip>
      ))}
    </div>
  );

/** Fields of a lead, in the order in which a rep hears the answers. */
export function LeadFields<Values extends ReturnType<typeof leadValues>>({
  form,
  recordPhotos,
  belowNumber,
  children,
}: LeadFieldsProps<Values>): ReactNode {
  const photos = usePhotos(
    form.watch('files'),
    (change) => form.set('files', change(form.get('files'))),
    { storedCount: recordPhotos?.fileIds.length, form },
  );
  const isNew = recordPhotos === undefined;
  const { cities, isPending: areCitiesPending } = useRecentCities(isNew);
  const location = useGeolocation(
    form.watch('place'),
    (place) => {
      form.set('place', place);
      const city = place && cityOfPlace(place, cities);
      if (city !== undefined && form.get('city') === '') form.set('city', city);
    },
    { generation: form.generation },
  );
  return (
    <FormColumns>
      <FormSection title={t`Who is it?`} isTitleHidden>
        <FormField form={form} name="phone" as={PhoneField} {...inputProps} autoFocus={isNew} />
        {belowNumber}
        <div className="two">
          <FormField form={form} name="firstName" as={Input} {...nameInputProps} />
          <FormField form={form} name="lastName" as={Input} {...nameInputProps} />
        </div>
        <ChipGroup
          label={t`Type of lead`}
          options={optionsOf(typeNames)}
          fillsRows
          error={form.error('type')}
          {...form.field('type')}
        />
        <div className="stack gap-2">
          <FormField form={form} name="city" as={Input} {...nameInputProps} enterKeyHint="done" />
          {/* keeps the space of the chips until the cities have loaded */}
          {areCitiesPending && <div className="h-tap" />}
          <CityChips
            cities={cities}
            chosen={form.watch('city')}
            onChosen={(city) => form.set('city', city)}
          />
        </div>
      </FormSection>
      <FormColumn>
        <FormSection title={t`The site`} isTitleHidden>
          <SiteTiles
            photos={photos}
            recordPhotos={recordPhotos}
            location={location}
            error={form.error('files')}
          />
          <FormField
            form={form}
            name="siteName"
            as={Input}
            {...nameInputProps}
            placeholder={t`Deshmukh Residency`}
          />
          <FormField
            form={form}
            name="landmark"
            as={Input}
            {...inputProps}
            placeholder={t`Near Orchid School`}
          />
        </FormSection>
        {children && <FormSection title={t`Next`}>{children}</FormSection>}
      </FormColumn>
    </FormColumns>
  );
}
