import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { belongingForm } from '#domain/accounts/signing-in.forms.js';
import type { Role } from '#domain/kernel/policy.js';
import { submitting } from '../shared/submitting.js';
import { Button } from '../ui/button.js';
import { ChipGroup } from '../ui/choice.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { Input } from '../ui/input.js';
import { optionsOf } from '../words/i18n.js';
import { AuthForm, PageHeader } from './auth-frame.js';
import { wordsFor } from './refused.js';
import { roleNames } from '../shared/role-badge.js';

export interface Belonging {
  inviteCode: string;
  role: Role;
}

interface BelongingStepProps {
  initial: Belonging;
  onBack: (typed: Belonging) => void;
  /** @throws what the server refused */
  onDone: (chosen: Belonging) => Promise<void>;
}

/** Step 2: the organization's code, if there is one, and the role that is asked for. */
export function BelongingStep({ initial, onBack, onDone }: BelongingStepProps): ReactNode {
  const form = useForm({ resolver: zodResolver(belongingForm), defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const submit = submitting(form, wordsFor(t`Failed to create account`), ({ inviteCode, role }) => onDone({ inviteCode: inviteCode ?? '', role }));
  return (
    <AuthForm
      act={t`Create Account`}
      busy={isSubmitting}
      second={
        <Button kind="ghost" size="lg" disabled={isSubmitting} onClick={() => onBack({ inviteCode: '', ...form.getValues() })}>
          {t`Back`}
        </Button>
      }
      onSubmit={submit}
    >
      <div>
        <p className="meta mb-1">{t`Step 2 of 2`}</p>
        <PageHeader title={t`Where do you work?`}>
          {t`Leave the code empty if you are the first; you can found or join an organization later.`}
        </PageHeader>
      </div>
      <FormErrors fields={[]} message={errors.root?.message} />
      <Field label={t`Organization code`} optional error={errors.inviteCode?.message} hint={t`8 letters and digits, from your admin`}>
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
        error={errors.role?.message}
        {...form.register('role')}
      />
      <p className="meta">{t`You can verify your WhatsApp number now or within 3 days.`}</p>
    </AuthForm>
  );
}
