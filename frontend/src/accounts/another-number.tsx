import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { changeNumberForm } from '#domain/accounts/signing-in.forms.js';
import { readText, useDraft } from '../lib/drafts/drafts.js';
import { useIdentity } from '../lib/account/identity.js';
import { useZodForm } from '../kit/forms/use-zod-form.js';
import { Field } from '../ui/inputs/field.js';
import { PhoneField } from '../ui/inputs/input.js';
import { changeNumber, type Challenge } from './auth.js';
import { AuthForm, type AuthFormProps } from './auth-frame.js';
import { authErrorText } from './auth-errors.js';

interface AnotherNumberStepProps extends Pick<AuthFormProps, 'secondButton'> {
  /** Frame of the step; default is a page. */
  as?: typeof AuthForm;
  /** Reason why the given number cannot be verified. */
  reason: string | undefined;
  onSent: (challenge: Challenge, phone: string) => void | Promise<void>;
}

/**
 * Asks an unverified account, whose number is taken or mistyped, for another number, and sends a
 * code there.
 */
export function AnotherNumberStep({
  as: Form = AuthForm,
  reason,
  onSent,
  secondButton,
}: AnotherNumberStepProps): ReactNode {
  const { draft, save, discard } = useDraft('another-number', { read: readText });
  // During sign-up nobody is signed in, and the next visitor may be another person.
  const isSignedIn = useIdentity(({ accountId }) => accountId !== undefined);
  const form = useZodForm(changeNumberForm, {
    defaultValues: { phone: '' },
    // The draft is read after the first render; something may be typed by then.
    values: { phone: draft ?? '' },
    resetOptions: { keepDirtyValues: true },
    errorText: authErrorText(t`Failed to send verification code`),
    send: async ({ phone }) => {
      const challenge = await changeNumber(phone);
      void discard();
      await onSent(challenge, phone);
    },
  });
  const saveTypedNumber = (number: string): void => {
    if (number === '') void discard();
    else if (isSignedIn) save(number);
  };
  return (
    <Form
      title={t`Enter another number`}
      description={t`Your account stays as it is; this number becomes its sign-in.`}
      form={{ ...form, message: form.message ?? reason }}
      submitLabel={t`Send Code`}
      secondButton={secondButton}
    >
      <Field
        label={t`WhatsApp number`}
        error={form.errors.phone?.message}
        hint={t`We send a 6-digit code there`}
      >
        <PhoneField
          {...form.register('phone', {
            onChange: (event: { target: HTMLInputElement }) => saveTypedNumber(event.target.value),
          })}
          value={form.watch('phone')}
          autoFocus
        />
      </Field>
    </Form>
  );
}
