import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { FormField } from '../shared/command-dialog.js';
import { ConflictNotice } from '../shared/conflict-notice.js';
import { FormPage } from '../shared/form-page.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { amountText } from '../ui/format.js';
import { MoneyField, PhoneField } from '../ui/input.js';
import { listenToCustomers, refreshCustomer } from './customer-queries.js';
import { OpenedCustomer } from './opened-customer.js';

listenToCustomers();

const valuesOf = (customer: CustomerDetail) => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  phone: customer.phone,
  city: customer.city,
  siteName: customer.siteName ?? '',
  landmark: customer.landmark ?? '',
  projectValuePaise: customer.valueGiven ? amountText(customer.projectValuePaise) : '',
});

/** `/customers/{id}/edit`. */
export default function CustomerEditPage(): ReactNode {
  const { customerId = '' } = useParams();
  return (
    <OpenedCustomer key={customerId} customerId={customerId} anew>
      {(customer) => <EditCustomer now={customer} />}
    </OpenedCustomer>
  );
}

function EditCustomer({ now }: { now: CustomerDetail }): ReactNode {
  const navigate = useNavigate();
  const { customerId, revision } = now;
  const form = useCommandForm('EditCustomer', {
    draft: `customer-${customerId}`,
    about: { customerId },
    values: valuesOf(now),
    edits: {
      revision,
      refresh: async () => {
        const fresh = await refreshCustomer(customerId);
        return { values: valuesOf(fresh), revision: fresh.revision };
      },
    },
    failed: 'Failed to update customer',
    onDone: () => navigate(`/customers/${customerId}`, { replace: true }),
  });
  return (
    <FormPage
      form={form}
      title="Edit customer"
      back={{ to: `/customers/${customerId}`, label: 'Back to customer' }}
      notice={<ConflictNotice form={form} now={valuesOf(now)} what="this customer" />}
    >
      <div className="stack max-w-[42rem] gap-4.5">
        <div className="two">
          <FormField form={form} name="firstName" label="First name" autoComplete="off" />
          <FormField form={form} name="lastName" label="Last name" autoComplete="off" />
        </div>
        <FormField form={form} name="phone" label="Phone" as={PhoneField} />
        <FormField form={form} name="city" label="City" />
        <FormField form={form} name="siteName" label="Site name" />
        <FormField form={form} name="landmark" label="Landmark" />
        <FormField form={form} name="projectValuePaise" label="Total project value" hint="Left empty, it is what was paid." as={MoneyField} />
      </div>
    </FormPage>
  );
}
