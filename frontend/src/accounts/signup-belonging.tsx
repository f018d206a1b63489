import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { belongingForm } from '#domain/accounts/signing-in.forms.js';
import { roleNames } from '../shared/role-badge.js';
import type { FormOf } from '../shared/use-zod-form.js';
import { ChipGroup } from '../ui/choice.js';
import { Field } from '../ui/field.js';
import { Input } from '../ui/input.js';
import { optionsOf } from '../words/i18n.js';
import { AuthForm } from './auth-frame.js';

interface BelongingStepProps {
  form: FormOf<typeof belongingForm>;
  onBack: () => void;
}

/** Step 2: the organization's code, if there is one, and the role that is asked for. */
export function BelongingStep({ form, onBack }: BelongingStepProps): ReactNode {
  return (
    <AuthForm
      step={t`Step 2 of 2`}
      title={t`Where do you work?`}
      says={t`Leave the code empty if you are the first; you can found or join an organization later.`}
      form={form}
      act={t`Create Account`}
      second={{ children: t`Back`, disabled: form.busy, onClick: onBack }}
    >
      <Field label={t`Organization code`} optional error={form.errors.inviteCode?.message} hint={t`8 letters and digits, from your admin`}>
        <Input
          className="num uppercase tracking-[0.08em]"
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.register('inviteCode', {
            onChange: (event: { target: HTMLInputElement }) => void (event.target.value = event.target.value.toUpperCase()),
          })}
        />
      </Field>
      <ChipGroup
        label={t`Your role`}
        hint={t`An admin of your organization confirms it`}
        options={optionsOf(roleNames)}
        error={form.errors.role?.message}
        {...form.register('role')}
      />
      <p className="meta">{t`You can verify your WhatsApp number now or within 3 days.`}</p>
    </AuthForm>
  );
}
