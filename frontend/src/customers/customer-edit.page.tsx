import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { useNavigate } from '../lib/navigate.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { textFieldValues } from '../kit/forms/command-input.js';
import { ConflictNotice } from '../kit/forms/conflict-notice.js';
import { FormColumn, FormSection, FormPage } from '../kit/forms/form-page.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { amountText, phoneWithoutCountry } from '../ui/display/format.js';
import { DateField } from '../ui/dates/date-field.js';
import { MoneyField, PhoneField, TextArea } from '../ui/inputs/input.js';
import { type CustomerProps, customerRecords, OpenedCustomer } from './opened-customer.js';

const valuesOf = (customer: CustomerDetail) => ({
  ...textFieldValues(customer, 'firstName', 'lastName'),
  phone: phoneWithoutCountry(customer.phone),
  ...textFieldValues(
    customer,
    'city',
    'siteName',
    'landmark',
    'companyName',
    'billingAddress',
    'gstNumber',
    'projectStartsOn',
    'notes',
  ),
  projectValuePaise: customer.valueGiven ? amountText(customer.projectValuePaise) : '',
});

/** `/customers/{id}/edit`. */
export default function CustomerEditPage(): ReactNode {
  return (
    <OpenedCustomer isReloaded>{(customer) => <EditCustomer customer={customer} />}</OpenedCustomer>
  );
}

function EditCustomer({ customer }: CustomerProps): ReactNode {
  const navigate = useNavigate();
  const { customerId } = customer;
  const form = useCommandForm('EditCustomer', {
    draft: `customer-${customerId}`,
    untypedFields: { customerId },
    values: valuesOf(customer),
    edits: customerRecords.editOptions(customerId, customer, valuesOf),
    failed: t`Failed to update customer`,
    onDone: (_delivered, _values, _id, isLeft) =>
      isLeft ? undefined : navigate(`/customers/${customerId}`, { replace: true }),
  });
  return (
    <FormPage
      form={form}
      title={t`Edit customer`}
      narrow
      back={{ to: `/customers/${customerId}`, label: t`Back to customer` }}
      notice={
        <ConflictNotice
          form={form}
          current={valuesOf(customer)}
          describe={(name) => t`${name} changed this customer while you were typing.`}
        />
      }
    >
      <FormColumn>
        <FormSection title={t`Contact Information`}>
          <div className="two">
            <FormField form={form} name="firstName" autoComplete="off" />
            <FormField form={form} name="lastName" autoComplete="off" />
          </div>
          <FormField form={form} name="phone" as={PhoneField} />
          <FormField form={form} name="city" />
          <FormField form={form} name="siteName" />
          <FormField form={form} name="landmark" />
        </FormSection>
        <FormSection title={t`Project Details`}>
          <FormField form={form} name="companyName" autoComplete="off" />
          <FormField
            form={form}
            name="gstNumber"
            hint={t`15 letters and digits, as on the GST certificate.`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <FormField form={form} name="billingAddress" as={TextArea} rows={3} autoComplete="off" />
          <div className="two">
            <FormField form={form} name="projectStartsOn" as={DateField} />
            <FormField
              form={form}
              name="projectValuePaise"
              hint={t`If empty: the amount paid.`}
              as={MoneyField}
            />
          </div>
          <FormField form={form} name="notes" as={TextArea} rows={3} />
        </FormSection>
      </FormColumn>
    </FormPage>
  );
}
