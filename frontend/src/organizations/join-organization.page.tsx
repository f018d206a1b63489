import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { inviteCode } from '#domain/accounts/account.commands.js';
import { Problem, wordsOf } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { Page, TopBar } from '../ui/frame.js';
import { Input } from '../ui/input.js';
import { joinOrganization } from './founding.js';
import { StepActions } from './step-actions.js';

const joining = z.object({ inviteCode: z.string().trim().min(1, { error: 'Please enter an invite code', abort: true }).pipe(inviteCode) });

/** One field: the code that a colleague gave. */
export default function JoinOrganizationPage(): ReactNode {
  const me = useMe();
  const [cameAsMember] = useState(me.organization !== null);
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(joining), defaultValues: { inviteCode: '' } });
  const { errors, isSubmitting } = form.formState;
  if (cameAsMember) return <Navigate to="/dashboard" replace />;

  const submit = form.handleSubmit(async ({ inviteCode: code }) => {
    try {
      await joinOrganization(code);
      void navigate('/dashboard', { replace: true });
    } catch (error) {
      const field = error instanceof Problem ? error.fields['inviteCode'] : undefined;
      if (field) form.setError('inviteCode', { message: field }, { shouldFocus: true });
      else form.setError('root', { message: wordsOf(error, 'Failed to join organization') });
    }
  });

  return (
    <>
      <TopBar title="Join Organization" back={{ to: '/dashboard', label: 'Back to dashboard' }} />
      <Page>
        <form className="onboarding" noValidate onSubmit={(event) => void submit(event)}>
          <p className="muted">Enter the 8-letter code that your admin gave you. You join at once; the admin then gives you your role.</p>
          <FormErrors fields={[]} message={errors.root?.message} />
          <Field label="Invite code" error={errors.inviteCode?.message} hint="8 letters and digits">
            <Input
              className="num uppercase tracking-[0.08em]"
              maxLength={8}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              {...form.register('inviteCode', {
                onChange: (event: { target: HTMLInputElement }) => void (event.target.value = event.target.value.toUpperCase()),
              })}
            />
          </Field>
          <StepActions>
            <Button kind="primary" size="lg" type="submit" busy={isSubmitting}>
              Continue
            </Button>
            <ButtonLink kind="ghost" size="lg" to="/dashboard">
              Back
            </ButtonLink>
          </StepActions>
        </form>
      </Page>
    </>
  );
}
