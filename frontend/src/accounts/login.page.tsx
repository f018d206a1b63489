import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { signInForm } from '#domain/accounts/signing-in.forms.js';
import { useNavigate } from '../lib/navigate.js';
import { refreshSession } from '../lib/session.js';
import { submitting } from '../shared/submitting.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { FormErrors } from '../ui/form-errors.js';
import { PhoneField } from '../ui/input.js';
import { signIn, type Challenge } from './auth.js';
import { AuthForm, AuthFrame, PageHeader } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { PasswordStep } from './password-step.js';
import { wordsFor } from './refused.js';

/** A number; and a code wherever this browser is not trusted for it, with the password where there is one. */
export default function LoginPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [sent, setSent] = useState<{ phone: string; challenge: Challenge; codeWasRight?: boolean }>();
  const form = useForm({ resolver: zodResolver(signInForm), defaultValues: { phone: query.get('phone') ?? '' } });
  const { errors, isSubmitting } = form.formState;

  const enter = async (): Promise<void> => {
    await refreshSession();
    void navigate(state?.from ?? '/dashboard', { replace: true });
  };

  const submit = submitting(form, wordsFor(t`Failed to sign in`), async ({ phone }) => {
    const answer = await signIn(phone);
    if (answer.status === 'signed-in') await enter();
    else setSent({ phone, challenge: answer });
  });

  const backButton = (
    <Button kind="ghost" size="lg" onClick={() => setSent(undefined)}>
      {t`Back`}
    </Button>
  );
  if (sent?.codeWasRight) {
    return (
      <AuthFrame>
        <PasswordStep
          phone={sent.phone}
          challenge={sent.challenge}
          onSignedIn={enter}
          onChallenge={(challenge) => setSent({ phone: sent.phone, challenge })}
          second={backButton}
        />
      </AuthFrame>
    );
  }
  if (sent) {
    return (
      <AuthFrame>
        <CodeStep
          phone={sent.phone}
          challenge={sent.challenge}
          onChallenge={(challenge) => setSent({ ...sent, challenge })}
          onVerified={async ({ status }) => {
            if (status === 'signed-in') await enter();
            else setSent({ ...sent, codeWasRight: true });
          }}
          onChange={(because) => {
            setSent(undefined);
            if (because !== undefined) form.setError('root', { message: because });
          }}
          second={backButton}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <AuthForm act={t`Sign In`} busy={isSubmitting} onSubmit={submit}>
        <PageHeader title={t`Sign in`}>
          {state?.from?.startsWith('/notifications')
            ? t`Please sign in to view notifications. With the WhatsApp number of your account.`
            : t`With the WhatsApp number of your account.`}
        </PageHeader>
        <FormErrors fields={[]} message={errors.root?.message} />
        <Field label={t`WhatsApp number`} error={errors.phone?.message}>
          <PhoneField {...form.register('phone')} autoFocus />
        </Field>
        <p className="label text-ink-2">
          <Trans>
            New here?{' '}
            <Link className="link" to="/signup">
              Create an account
            </Link>
          </Trans>
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
