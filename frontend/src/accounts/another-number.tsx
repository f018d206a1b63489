import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { changeNumberForm } from '#domain/accounts/signing-in.forms.js';
import { useDraft } from '../lib/drafts.js';
import { useIdentity } from '../lib/identity.js';
import { submitting } from '../shared/submitting.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { PhoneField } from '../ui/input.js';
import { changeNumber, type Challenge } from './auth.js';
import { wordsFor } from './refused.js';

interface AnotherNumber {
  /** Its field, and why it is asked for. */
  fields: ReactNode;
  busy: boolean;
  submit: () => void;
}

/**
 * Asks for another number for an account that has not verified the one it gave, and sends a code there.
 * @param because words for why the one that was given cannot be verified
 */
export function useAnotherNumber(because: string | undefined, onSent: (challenge: Challenge, phone: string) => void | Promise<void>): AnotherNumber {
  const { draft, keep, drop } = useDraft<string>('another-number');
  // who is signing up is nobody yet, and the next one at this device is nobody too
  const isKnown = useIdentity(({ accountId }) => accountId !== undefined);
  const form = useForm({
    resolver: zodResolver(changeNumberForm),
    defaultValues: { phone: '' },
    // the draft is read after the field was drawn, which may be typed into already
    values: { phone: draft ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const type = (number: string): void => {
    if (number === '') drop();
    else if (isKnown) keep(number);
  };
  const { errors, isSubmitting } = form.formState;
  const submit = submitting(form, wordsFor(t`Failed to send verification code`), async ({ phone }) => {
    const challenge = await changeNumber(phone);
    drop();
    await onSent(challenge, phone);
  });
  return {
    fields: (
      <>
        <FormErrors fields={[]} message={errors.root?.message ?? because} />
        <Field label={t`WhatsApp number`} error={errors.phone?.message} hint={t`We send a 6-digit code there`}>
          <PhoneField
            {...form.register('phone', { onChange: (event: { target: HTMLInputElement }) => type(event.target.value) })}
            value={form.watch('phone')}
            autoFocus
          />
        </Field>
      </>
    ),
    busy: isSubmitting,
    submit: () => void submit(),
  };
}
