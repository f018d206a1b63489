import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { useDecision } from '../shared/decision.js';
import { useKeptValues } from '../shared/use-kept-values.js';
import { amountWrong } from '../shared/payment-fields.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { amountText, parseAmount } from '../ui/format.js';
import { useFocusFirstError } from '../ui/focus-first-error.js';
import { FormErrors } from '../ui/form-errors.js';
import { BottomBar, Page, TopBar } from '../ui/frame.js';
import { Input, MoneyField, PhoneField } from '../ui/input.js';
import { OpenedCustomer } from './opened-customer.js';
import { listenToCustomers } from './customer-queries.js';
import './customers.css';

listenToCustomers();

interface Values extends Readonly<Record<string, string>> {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName: string;
  readonly landmark: string;
  readonly projectValuePaise: string;
}

const labels: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  city: 'City',
  siteName: 'Site name',
  landmark: 'Landmark',
  projectValuePaise: 'Total project value',
};

const valuesOf = (customer: CustomerDetail): Values => ({
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
  const { customerId } = now;
  // what the fields began with; what differs from it now is somebody else's
  const [base, setBase] = useState(() => valuesOf(now));
  const decision = useDecision('Failed to update customer');
  const { values, typed, set, done } = useKeptValues<Values>(`customer-${customerId}`, base);
  const { errors, online, busy, message } = decision;
  const { form, sent } = useFocusFirstError(busy);
  const current = valuesOf(now);
  const theirs = Object.keys(typed).filter((field) => current[field] !== base[field] && current[field] !== typed[field]);
  const conflict = theirs.length > 0 && !busy;
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  const save = (): Promise<void> => {
    const changes = Object.fromEntries(
      Object.entries(typed).flatMap(([name, value = '']) => (value.trim() === base[name] ? [] : [[name, changeOf(name, value.trim())]])),
    );
    const then = async (): Promise<void> => {
      done();
      await navigate(`/customers/${customerId}`, { replace: true });
    };
    return decision.decide('EditCustomer', { customerId, ...changes }, { wrong: wrongIn(values), then });
  };

  const submit = (
    <Button kind="primary" size="lg" block type="submit" form="customer-form" busy={busy} disabled={!online || conflict}>
      Save
    </Button>
  );
  return (
    <>
      <TopBar title="Edit customer" back={{ to: `/customers/${customerId}`, label: 'Back to customer', as: 'close' }} />
      <Page className="grow pt-2">
        <form
          id="customer-form"
          className="customer-form"
          noValidate
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            sent();
            void save();
          }}
        >
          {conflict && (
            <Banner tone="warning" inset actions={<Settle onMine={() => setBase(current)} onTheirs={() => (setBase(current), done())} />}>
              Somebody changed this customer while you were typing:{' '}
              {theirs.map((name) => `${labels[name] ?? name} is now ${current[name] || 'empty'}`).join(', ')}.
            </Banner>
          )}
          {!online && (
            <Banner tone="neutral" inset>
              No network. What you typed is kept; it can be saved when the network is back.
            </Banner>
          )}
          <FormErrors fields={Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }))} message={message} />
          <div className="two">
            <Field label="First name" error={errors['firstName']}>
              <Input {...field('firstName')} maxLength={120} autoComplete="off" />
            </Field>
            <Field label="Last name" error={errors['lastName']}>
              <Input {...field('lastName')} maxLength={120} autoComplete="off" />
            </Field>
          </div>
          <Field label="Phone" error={errors['phone']}>
            <PhoneField {...field('phone')} />
          </Field>
          <Field label="City" error={errors['city']}>
            <Input {...field('city')} maxLength={120} />
          </Field>
          <Field label="Site name" optional error={errors['siteName']}>
            <Input {...field('siteName')} maxLength={120} />
          </Field>
          <Field label="Landmark" optional error={errors['landmark']}>
            <Input {...field('landmark')} maxLength={120} />
          </Field>
          <Field label="Total project value" optional hint="Left empty, it is what was paid." error={errors['projectValuePaise']}>
            <MoneyField {...field('projectValuePaise')} />
          </Field>
          <div className="max-md:hidden w-40">{submit}</div>
        </form>
      </Page>
      <BottomBar phoneOnly>{submit}</BottomBar>
    </>
  );
}

function Settle({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }): ReactNode {
  return (
    <>
      <Button onClick={onMine}>Keep mine</Button>
      <Button onClick={onTheirs}>Take theirs</Button>
    </>
  );
}

function changeOf(name: string, value: string): string | number | null | undefined {
  if (name === 'projectValuePaise' && value !== '') return parseAmount(value);
  return value === '' ? null : value;
}

const wrongIn = ({ firstName, lastName, phone, city, projectValuePaise }: Values) => ({
  firstName: firstName.trim() === '' ? 'First name is required' : undefined,
  lastName: lastName.trim() === '' ? 'Last name is required' : undefined,
  phone: phone.trim() === '' ? 'Phone number is required' : undefined,
  city: city.trim() === '' ? 'City is required' : undefined,
  projectValuePaise: amountWrong(projectValuePaise),
});
