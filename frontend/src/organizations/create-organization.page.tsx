import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate } from 'react-router-dom';
import { organizationCommands } from '#domain/organizations/organization.commands.js';
import { newId, Problem, wordsOf } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { Page, TopBar } from '../ui/frame.js';
import { Input } from '../ui/input.js';
import { foundOrganization } from './founding.js';
import { InviteCode } from './invite-code.js';
import { StepActions } from './step-actions.js';

/** A name, and then the code that colleagues join with. */
export default function CreateOrganizationPage(): ReactNode {
  const me = useMe();
  const [cameAsMember] = useState(me.organization !== null);
  const [founded, setFounded] = useState(false);
  const [organizationId] = useState(newId);
  const form = useForm({ resolver: zodResolver(organizationCommands.FoundOrganization.data), defaultValues: { organizationId, name: '' } });
  const { errors, isSubmitting } = form.formState;
  if (cameAsMember) return <Navigate to="/dashboard" replace />;
  if (founded && me.organization) return <Founded name={me.organization.name} code={me.organization.inviteCode} />;

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await foundOrganization(organizationId, name);
      setFounded(true);
    } catch (error) {
      const field = error instanceof Problem ? error.fields['name'] : undefined;
      if (field) form.setError('name', { message: field }, { shouldFocus: true });
      else form.setError('root', { message: wordsOf(error, 'Failed to create organization') });
    }
  });

  return (
    <>
      <TopBar title="Create Organization" back={{ to: '/dashboard', label: 'Back to dashboard' }} />
      <Page>
        <form className="onboarding" noValidate onSubmit={(event) => void submit(event)}>
          <p className="muted">You become its admin. Your colleagues join with a code that you get next.</p>
          <FormErrors fields={[]} message={errors.root?.message} />
          <Field label="Organization name" error={errors.name?.message}>
            <Input placeholder="Suryodaya Solar & Interiors" autoComplete="organization" autoFocus {...form.register('name')} />
          </Field>
          <StepActions>
            <Button kind="primary" size="lg" type="submit" busy={isSubmitting}>
              Create Organization
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

function Founded({ name, code }: { name: string; code: string }): ReactNode {
  return (
    <>
      <TopBar title="Organization created" />
      <Page>
        <div className="onboarding">
          <p className="muted">
            <b className="font-strong text-ink">{name}</b> is ready. Share this code with your team; whoever enters it joins.
          </p>
          <InviteCode code={code} />
          <StepActions>
            <ButtonLink kind="primary" size="lg" to="/dashboard">
              Continue to Dashboard
            </ButtonLink>
          </StepActions>
        </div>
      </Page>
    </>
  );
}
