import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Problem, errorMessage } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { FormErrors } from '../ui/form-errors.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState } from '../ui/states.js';
import { StepActions } from './step-actions.js';

interface StepPageProps<Values extends FieldValues> {
  title: string;
  /** What comes of it, in a sentence or two. */
  says: string;
  form: UseFormReturn<Values>;
  /** Its one field. */
  field: Path<Values>;
  act: string;
  /** What is said where the server says nothing. */
  failed: string;
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** A way into an organization: one field, and back. Whoever is in one already is told to leave it first. */
export function StepPage<Values extends FieldValues>(props: StepPageProps<Values>): ReactNode {
  const { title, says, form, field, act, failed, onSubmit, children } = props;
  const me = useMe();
  const [cameAsMember] = useState(me.organization !== null);
  const { errors, isSubmitting } = form.formState;
  if (cameAsMember && me.organization) return <AlreadyMember title={title} of={me.organization.name} />;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const message = error instanceof Problem ? error.fields[field] : undefined;
      if (message) form.setError(field, { message }, { shouldFocus: true });
      else form.setError('root', { message: errorMessage(error, failed) });
    }
  });

  return (
    <>
      <TopBar title={title} back={{ to: '/dashboard', label: 'Back to dashboard' }} />
      <Page>
        <form className="onboarding" noValidate onSubmit={(event) => void submit(event)}>
          <p className="muted">{says}</p>
          <FormErrors fields={[]} message={errors.root?.message} />
          {children}
          <StepActions>
            <Button kind="primary" size="lg" type="submit" busy={isSubmitting}>
              {act}
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

function AlreadyMember({ title, of }: { title: string; of: string }): ReactNode {
  return (
    <>
      <TopBar title={title} back={{ to: '/dashboard', label: 'Back to dashboard' }} />
      <Page>
        <div className="card">
          <EmptyState
            title="You are in an organization already"
            action={
              <ButtonLink kind="primary" to="/dashboard">
                Go to Dashboard
              </ButtonLink>
            }
          >
            You belong to {of}. Leave it first in Settings, Profile.
          </EmptyState>
        </div>
      </Page>
    </>
  );
}
