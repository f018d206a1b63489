import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { signInForm } from '#domain/accounts/signing-in.forms.js';
import { useNavigate } from '../lib/navigate.js';
import { refreshSession } from '../lib/account/session.js';
import { useZodForm } from '../kit/forms/use-zod-form.js';
import { Field } from '../ui/inputs/field.js';
import { PhoneField } from '../ui/inputs/input.js';
import { Link } from '../ui/buttons/link.js';
import { useCloseOnBack } from '../ui/overlays/overlay-history.js';
import { signIn, type Challenge } from './auth.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { PasswordStep } from './password-step.js';
import { authErrorText } from './auth-errors.js';
import { useInstallationFeatures } from './installation-features.js';
import { clearTypedFields, storeTypedFields, readTypedFields } from './typed-fields.js';

/** Sign-in by number. An unknown browser also needs a code, and the password if there is one. */
export default function LoginPage(): ReactNode {
  const { devInbox } = useInstallationFeatures();
  const [query] = useSearchParams();
  const linkParams = query.toString();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [sent, setSent] = useState<{
    phone: string;
    challenge: Challenge;
    codeWasRight?: boolean;
  }>();

  const goToApp = async (): Promise<void> => {
    clearTypedFields();
    await refreshSession();
    void navigate(state?.from ?? '/dashboard', { replace: true });
  };
  const form = useZodForm(signInForm, {
    defaultValues: {
      phone:
        readTypedFields<{ phone: string }>('sign-in', linkParams).phone ?? query.get('phone') ?? '',
    },
    errorText: authErrorText(t`Failed to sign in`),
    send: async ({ phone }) => {
      const answer = await signIn(phone);
      if (answer.status === 'signed-in') await goToApp();
      else setSent({ phone, challenge: answer });
    },
  });
  const phone = form.watch('phone');
  useEffect(() => storeTypedFields('sign-in', { link: linkParams, phone }), [linkParams, phone]);
  useCloseOnBack(sent !== undefined, () => setSent(undefined));
  const back = { children: t`Back`, onClick: () => setSent(undefined) };
  return (
    <AuthFrame>
      {sent?.codeWasRight && (
        <PasswordStep
          phone={sent.phone}
          challenge={sent.challenge}
          onSignedIn={goToApp}
          onChallenge={(challenge) => setSent({ phone: sent.phone, challenge })}
          secondButton={back}
        />
      )}
      {sent && !sent.codeWasRight && (
        <CodeStep
          phone={sent.phone}
          challenge={sent.challenge}
          onChallenge={(challenge) => setSent({ ...sent, challenge })}
          onVerified={async ({ status }) => {
            if (status === 'signed-in') await goToApp();
            else setSent({ ...sent, codeWasRight: true });
          }}
          onChangeNumber={(reason) => {
            setSent(undefined);
            if (reason !== undefined) form.setError('root', { message: reason });
          }}
          secondButton={back}
        />
      )}
      {!sent && (
        <AuthForm
          title={t`Sign in`}
          description={
            state?.from?.startsWith('/notifications')
              ? t`Please sign in to view notifications. With the WhatsApp number of your account.`
              : t`With the WhatsApp number of your account.`
          }
          form={form}
          submitLabel={t`Sign In`}
        >
          <Field
            label={t`WhatsApp number`}
            error={form.errors.phone?.message}
            hint={
              devInbox
                ? t`On a new phone or browser we ask for a code.`
                : t`On a new phone or browser we send a code on WhatsApp.`
            }
          >
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
      )}
    </AuthFrame>
  );
}
