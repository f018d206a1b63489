import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { personForm } from '#domain/accounts/signing-in.forms.js';
import type { FormOf } from '../shared/use-zod-form.js';
import { Field } from '../ui/field.js';
import { Input, PhoneField } from '../ui/input.js';
import { AuthForm } from './auth-frame.js';

interface PersonStepProps {
  form: FormOf<typeof personForm>;
  /** There is an account with this number. */
  isKnown?: boolean;
}

/** Step 1: name and number. */
export function PersonStep({ form, isKnown }: PersonStepProps): ReactNode {
  const { errors } = form;
  const wrong = [
    { name: 'name', label: t`Name` },
    { name: 'phone', label: t`WhatsApp number` },
  ] as const;
  return (
    <AuthForm
      step={t`Step 1 of 2`}
      title={t`Create your account`}
      says={t`Free to start. Your number is your sign-in.`}
      form={form}
      wrong={errors.name && errors.phone ? wrong : []}
      act={t`Continue`}
    >
      <Field label={t`Name`} error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} autoFocus={!form.getValues('name')} />
      </Field>
      <Field label={t`WhatsApp number`} error={errors.phone?.message} hint={t`We send a 6-digit code there`}>
        <PhoneField {...form.register('phone')} />
      </Field>
      <p className="label text-ink-2">
        <Trans>
          Have an account?{' '}
          <Link className="link" to={isKnown ? `/login?phone=${encodeURIComponent(form.watch('phone'))}` : '/login'}>
            Sign In
          </Link>
        </Trans>
      </p>
    </AuthForm>
  );
}
