import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { signInForm } from '#domain/accounts/signing-in.forms.js';
import { refreshSession } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { PageHeader } from '../ui/frame.js';
import { PhoneField } from '../ui/input.js';
import { signIn, type Challenge } from './auth.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { placeErrors, wordsFor } from './refused.js';

/** A number, and a code wherever this browser is not trusted for it. */
export default function LoginPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [sent, setSent] = useState<{ phone: string; challenge: Challenge }>();
  const form = useForm({ resolver: zodResolver(signInForm), defaultValues: { phone: query.get('phone') ?? '' } });
  const { errors, isSubmitting } = form.formState;

  const enter = async (): Promise<void> => {
    await refreshSession();
    void navigate(state?.from ?? '/dashboard', { replace: true });
  };

  const submit = form.handleSubmit(async ({ phone }) => {
    try {
      const answer = await signIn(phone);
      if (answer.status === 'signed-in') await enter();
      else setSent({ phone, challenge: answer });
    } catch (error) {
      if (!placeErrors(error, ['phone'], form.setError)) form.setError('root', { message: wordsFor(error, 'Failed to sign in') });
    }
  });

  if (sent) {
    return (
      <AuthFrame>
        <CodeStep
          phone={sent.phone}
          challenge={sent.challenge}
          onChallenge={(challenge) => setSent({ ...sent, challenge })}
          onVerified={enter}
          onChange={(because) => {
            setSent(undefined);
            if (because !== undefined) form.setError('root', { message: because });
          }}
          second={
            <Button kind="ghost" size="lg" onClick={() => setSent(undefined)}>
              Back
            </Button>
          }
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <AuthForm
        onSubmit={(event) => void submit(event)}
        actions={
          <Button kind="primary" size="lg" type="submit" busy={isSubmitting}>
            Sign In
          </Button>
        }
      >
        <PageHeader title="Sign in">With the WhatsApp number of your account. No password needed.</PageHeader>
        <FormErrors fields={[]} message={errors.root?.message} />
        <Field label="WhatsApp number" error={errors.phone?.message}>
          <PhoneField {...form.register('phone')} autoFocus />
        </Field>
        <p className="label text-ink-2">
          New here?{' '}
          <Link className="link" to="/signup">
            Create an account
          </Link>
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
