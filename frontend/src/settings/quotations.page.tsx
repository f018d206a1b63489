import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { QuotationSettingsShown } from '#domain/quotations/quotation.views.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { textFieldValues } from '../kit/forms/command-input.js';
import { ConflictNotice } from '../kit/forms/conflict-notice.js';
import { type CommandForm, useCommandForm } from '../kit/forms/use-command-form.js';
import { answerOf } from '../kit/records/answer.js';
import { fieldName } from '../kit/texts/field-names.js';
import { registrationNames, upiKindNames } from '../kit/texts/quotation-settings-names.js';
import { stateOptions } from '../kit/texts/state-options.js';
import { amountText } from '../ui/display/format.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { Checkbox } from '../ui/inputs/choice.js';
import { Combobox } from '../ui/inputs/combobox.js';
import { Field } from '../ui/inputs/field.js';
import { Input, Select, TextArea } from '../ui/inputs/input.js';
import { optionsOf } from '../words/i18n.js';
import { useQuery } from '@tanstack/react-query';
import { FormCard } from './form-card.js';

const hsnDigitOptions = [
  { value: '4', label: '4' },
  { value: '6', label: '6' },
];
const settingsQuery = answerOf('/api/quotation-settings', ['quotation-settings'], {});

/** `/settings/quotations`: seller, tax, validity, terms and payment of quotations. */
export default function QuotationSettingsPage(): ReactNode {
  return (
    <QueryStates
      query={useQuery(settingsQuery)}
      failed={t`Failed to load the settings of quotations`}
      label={t`Loading settings`}
      skeleton={<SkeletonCards count={2} className="stack gap-4" />}
    >
      {(settings) => <SettingsForm settings={settings} />}
    </QueryStates>
  );
}

const valuesOf = (settings: QuotationSettingsShown) => ({
  ...textFieldValues(
    settings,
    'legalName',
    'address',
    'gstin',
    'terms',
    'bankHolder',
    'bankAccountNumber',
    'bankIfsc',
    'upiId',
    'upiCategory',
  ),
  state: settings.state ?? ('' as const),
  gstRegistration: settings.gstRegistration,
  hsnDigits: settings.hsnDigits,
  pricesIncludeGst: settings.pricesIncludeGst,
  roundsOff: settings.roundsOff,
  validityDays: String(settings.validityDays),
  upiKind: settings.upiKind,
  advanceBasisPoints: amountText(settings.advanceBasisPoints),
  numberPrefix: settings.numberPrefix,
});
type Values = ReturnType<typeof valuesOf>;

function SettingsForm({ settings }: { settings: QuotationSettingsShown }): ReactNode {
  const form = useCommandForm('ChangeQuotationSettings', {
    draft: 'quotation-settings',
    untypedFields: {},
    values: valuesOf(settings),
    // No revision: it would be that of the whole organization.
    edits: { detectsChanges: true },
    failed: t`Failed to save the settings of quotations`,
    done: t`Settings of quotations saved`,
  });
  return (
    <FormCard
      form={form}
      title={t`Quotations`}
      notice={
        <ConflictNotice
          form={form}
          current={valuesOf(settings)}
          describe={(name) => t`${name} changed these details while you were typing.`}
        />
      }
    >
      <Seller form={form} />
      <Taxes form={form} />
      <Texts form={form} />
      <Payment form={form} />
      <p className="meta">
        {t`Quotations are for supplies inside India, in rupees. Exports, SEZ, cess, TCS and e-invoices are not covered.`}
      </p>
    </FormCard>
  );
}

type PartProps = { form: CommandForm<Values> };

function Seller({ form }: PartProps): ReactNode {
  const state = form.watch('state');
  const options = stateOptions();
  return (
    <>
      <FormField form={form} name="legalName" autoComplete="organization" />
      <FormField form={form} name="address" as={TextArea} rows={2} />
      <Field
        label={t`State`}
        hint={t`Decides between CGST with SGST and IGST.`}
        error={form.error('state')}
        optional={form.watch('gstRegistration') === 'none'}
      >
        <Combobox
          label={t`State`}
          name="state"
          options={options}
          value={options.find(({ value }) => value === state)}
          onValue={({ value }) => form.set('state', value as Values['state'])}
        />
      </Field>
    </>
  );
}

/** Effect of a registration on quotations. */
function hintOf(registration: Values['gstRegistration']): string | undefined {
  switch (registration) {
    case 'composition':
      return t`Quotations show no tax, and that you may not collect it.`;
    case 'none':
      return t`Without a GSTIN quotations show no GST.`;
    case 'regular':
      return undefined;
  }
}

function Taxes({ form }: PartProps): ReactNode {
  const isRegistered = form.watch('gstRegistration') !== 'none';
  return (
    <>
      <FormField
        form={form}
        name="gstRegistration"
        as={Select}
        options={optionsOf(registrationNames)}
        hint={hintOf(form.watch('gstRegistration'))}
      />
      {isRegistered && (
        <Field label={fieldName('gstin')} error={form.error('gstin')}>
          <Input {...form.field('gstin')} autoCapitalize="characters" />
        </Field>
      )}
      <div className="two">
        <FormField form={form} name="hsnDigits" as={Select} options={hsnDigitOptions} />
        <FormField form={form} name="numberPrefix" hint={t`Q/2026-27/0042 begins with Q.`} />
      </div>
      <Checkbox
        label={t`Prices include GST`}
        checked={form.watch('pricesIncludeGst')}
        onChecked={(checked) => form.set('pricesIncludeGst', checked)}
      />
      <Checkbox
        label={t`Round the total to the rupee`}
        checked={form.watch('roundsOff')}
        onChecked={(checked) => form.set('roundsOff', checked)}
      />
    </>
  );
}

const Texts = ({ form }: PartProps): ReactNode => (
  <>
    <FormField form={form} name="validityDays" inputMode="numeric" className="num" />
    <FormField form={form} name="terms" as={TextArea} rows={5} />
  </>
);

const Payment = ({ form }: PartProps): ReactNode => (
  <>
    <FormField form={form} name="bankHolder" />
    <div className="two">
      <FormField form={form} name="bankAccountNumber" className="num" autoComplete="off" />
      <FormField form={form} name="bankIfsc" autoCapitalize="characters" autoComplete="off" />
    </div>
    <FormField form={form} name="upiId" autoCapitalize="none" autoComplete="off" />
    <div className="two">
      <FormField form={form} name="upiKind" as={Select} options={optionsOf(upiKindNames)} />
      {form.watch('upiKind') === 'merchant' && (
        <FormField form={form} name="upiCategory" inputMode="numeric" className="num" />
      )}
    </div>
    <FormField
      form={form}
      name="advanceBasisPoints"
      as={Input}
      inputMode="decimal"
      className="num"
      hint={t`A QR code for the advance is shown where an UPI id is given.`}
    />
  </>
);
