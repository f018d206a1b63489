import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { personForm } from '#domain/accounts/signing-in.forms.js';
import type { Problem } from '../lib/api.js';
import { useZodForm } from '../shared/use-zod-form.js';
import { Field } from '../ui/field.js';
import { Input, PhoneField } from '../ui/input.js';
import { AuthForm } from './auth-frame.js';

export interface Person {
  name: string;
  phone: string;
}

interface PersonStepProps {
  initial: Person;
  /** The server said no to this person: to the number, or to the name. */
  refused: Problem | undefined;
  onTyped: (person: Person) => void;
  onDone: () => void;
}

/** Step 1: name and number. */
export function PersonStep({ initial, refused, onTyped, onDone }: PersonStepProps): ReactNode {
  const form = useZodForm(personForm, {
    defaultValues: initial,
    errors: useMemo(() => refused && refusedFields(refused), [refused]),
    words: () => '',
    send: async () => onDone(),
  });
  const { errors } = form;
  const wrong = [
    { name: 'name', label: t`Name` },
    { name: 'phone', label: t`WhatsApp number` },
  ].filter(({ name }) => errors[name as keyof Person]?.message);
  const [name, phone] = form.watch(['name', 'phone']);
  useEffect(() => onTyped({ name, phone }), [name, phone, onTyped]);
  return (
    <AuthForm
      step={t`Step 1 of 2`}
      title={t`Create your account`}
      says={t`Free to start. Your number is your sign-in.`}
      form={form}
      wrong={wrong.length > 1 ? wrong : []}
      act={t`Continue`}
    >
      <Field label={t`Name`} error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} autoFocus={!initial.name} />
      </Field>
      <Field label={t`WhatsApp number`} error={errors.phone?.message} hint={t`We send a 6-digit code there`}>
        <PhoneField {...form.register('phone')} />
      </Field>
      <p className="label text-ink-2">
        <Trans>
          Have an account?{' '}
          <Link className="link" to={refused?.code === 'account-exists' ? `/login?phone=${encodeURIComponent(phone)}` : '/login'}>
            Sign In
          </Link>
        </Trans>
      </p>
    </AuthForm>
  );
}

/** What is no field's fault is the number's: it is what an account is known by. */
function refusedFields({ fields, detail }: Problem) {
  const { name, phone = name === undefined ? detail : undefined } = fields;
  const at = (message: string | undefined) => (message === undefined ? undefined : { type: 'server', message });
  return { name: at(name), phone: at(phone) };
}
