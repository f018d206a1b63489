import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { changeNumberForm } from '#domain/accounts/signing-in.forms.js';
import { readText, useDraft } from '../lib/drafts.js';
import { useIdentity } from '../lib/identity.js';
import { useZodForm } from '../shared/use-zod-form.js';
import { Field } from '../ui/field.js';
import { PhoneField } from '../ui/input.js';
import { changeNumber, type Challenge } from './auth.js';
import { AuthForm, type AuthFormProps } from './auth-frame.js';
import { wordsFor } from './refused.js';

interface NumberStepProps extends Pick<AuthFormProps, 'second'> {
  /** Frame around the step; a page by default. */
  as?: typeof AuthForm;
  /** Why the number that was given cannot be verified. */
  because: string | undefined;
  onSent: (challenge: Challenge, phone: string) => void | Promise<void>;
}

/**
 * In place of the code, where the number it would go to is another account's or was mistyped: asks
 * for another number for an account that has not verified the one it gave, and sends a code there.
 */
export function NumberStep({
  as: Form = AuthForm,
  because,
  onSent,
  second,
}: NumberStepProps): ReactNode {
  const { draft, keep, drop } = useDraft('another-number', { read: readText });
  // who is signing up is nobody yet, and the next one at this device is nobody too
  const isKnown = useIdentity(({ accountId }) => accountId !== undefined);
  const form = useZodForm(changeNumberForm, {
    defaultValues: { phone: '' },
    // the draft is read after the field was drawn, which may be typed into already
    values: { phone: draft ?? '' },
    resetOptions: { keepDirtyValues: true },
    words: wordsFor(t`Failed to send verification code`),
    send: async ({ phone }) => {
      const challenge = await changeNumber(phone);
      drop();
      await onSent(challenge, phone);
    },
  });
  const type = (number: string): void => {
    if (number === '') drop();
    else if (isKnown) keep(number);
  };
  return (
    <Form
      title={t`Enter another number`}
      says={t`Your account stays as it is; this number becomes its sign-in.`}
      form={{ ...form, message: form.message ?? because }}
      act={t`Send Code`}
      second={second}
    >
      <Field
        label={t`WhatsApp number`}
        error={form.errors.phone?.message}
        hint={t`We send a 6-digit code there`}
      >
        <PhoneField
          {...form.register('phone', {
            onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
          })}
          value={form.watch('phone')}
          autoFocus
        />
      </Field>
    </Form>
  );
}
