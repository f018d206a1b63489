import { t } from '@lingui/core/macro';
import { Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { readAmount } from '#domain/kernel/values/amounts.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { FormSection } from '../../kit/forms/form-page.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import { documentLanguageNames } from '../../kit/texts/quotation-settings-names.js';
import { stateOptions } from '../../kit/texts/state-options.js';
import { Button } from '../../ui/buttons/button.js';
import { Checkbox } from '../../ui/inputs/choice.js';
import { Combobox } from '../../ui/inputs/combobox.js';
import { Field } from '../../ui/inputs/field.js';
import { DateField } from '../../ui/dates/date-field.js';
import { MoneyField, Select, TextArea } from '../../ui/inputs/input.js';
import { optionsOf } from '../../words/i18n.js';
import type { BuilderValues } from './builder-values.js';
import { DEFAULT_RATE, emptyLine } from './typed-lines.js';

/** Discount and transport of the whole quotation, its validity, language and texts. */
export const DetailFields = ({ form }: { form: CommandForm<BuilderValues> }): ReactNode => (
  <FormSection title={t`Details`}>
    <div className="stack gap-3 md:grid md:grid-cols-2">
      <FormField form={form} name="discountPaise" as={MoneyField} />
      <FormField form={form} name="transportPaise" as={MoneyField} />
    </div>
    <TransportAsLine form={form} />
    <Checkbox
      label={t`Prices include GST`}
      checked={form.watch('pricesIncludeGst')}
      onChecked={(checked) => form.set('pricesIncludeGst', checked)}
    />
    <div className="two">
      <FormField form={form} name="validUntilOn" as={DateField} min={form.today} />
      <FormField
        form={form}
        name="language"
        as={Select}
        options={optionsOf(documentLanguageNames)}
      />
    </div>
    <FormField form={form} name="notes" as={TextArea} rows={2} />
    <FormField form={form} name="terms" as={TextArea} rows={4} />
  </FormSection>
);

/** Button that turns the transport charge into a separate line at 18 percent. */
function TransportAsLine({ form }: { form: CommandForm<BuilderValues> }): ReactNode {
  const transportText = form.watch('transportPaise');
  if (!readAmount(transportText).hundredths) return null;
  const convert = (): void => {
    form.set('lines', [
      ...form.get('lines'),
      {
        ...emptyLine(DEFAULT_RATE),
        name: t`Transport`,
        unit: 'job',
        unitPricePaise: transportText,
      },
    ]);
    form.set('transportPaise', '');
  };
  return (
    <Button kind="ghost" icon={Truck} className="-ml-3 self-start px-3" onClick={convert}>
      {t`Make transport a line at 18%`}
    </Button>
  );
}

export function PlaceOfSupply({ form }: { form: CommandForm<BuilderValues> }): ReactNode {
  const place = form.watch('placeOfSupply');
  const options = stateOptions();
  return (
    <Field
      label={t`Place of supply`}
      hint={t`The state of the site where it is installed or delivered.`}
      error={form.error('placeOfSupply')}
      optional
    >
      <Combobox
        label={t`Place of supply`}
        name="placeOfSupply"
        options={options}
        value={options.find(({ value }) => value === place)}
        onValue={({ value }) => form.set('placeOfSupply', value as BuilderValues['placeOfSupply'])}
      />
    </Field>
  );
}
