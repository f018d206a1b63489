import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Navigate } from 'react-router-dom';
import { Problem, wordsOf } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { FormErrors } from '../ui/form-errors.js';
import { Page, TopBar } from '../ui/frame.js';
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

/** A way into an organization: one field, and back. Whoever is in one already has no business here. */
export function StepPage<Values extends FieldValues>(props: StepPageProps<Values>): ReactNode {
  const { title, says, form, field, act, failed, onSubmit, children } = props;
  const me = useMe();
  const [cameAsMember] = useState(me.organization !== null);
  const { errors, isSubmitting } = form.formState;
  if (cameAsMember) return <Navigate to="/dashboard" replace />;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const message = error instanceof Problem ? error.fields[field] : undefined;
      if (message) form.setError(field, { message }, { shouldFocus: true });
      else form.setError('root', { message: wordsOf(error, failed) });
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
