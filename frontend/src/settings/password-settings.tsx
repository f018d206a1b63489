import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { removePasswordForm, typedPasswordForm } from '#domain/accounts/password.forms.js';
import { enteredPassword } from '#domain/accounts/signing-in.forms.js';
import { errorMessage, post } from '../lib/server/api.js';
import { endSession } from '../lib/account/identity.js';
import { useMe } from '../lib/account/session.js';
import { UnsentBanner } from '../kit/offline/unsent-banner.js';
import { useZodForm } from '../kit/forms/use-zod-form.js';
import { Badge } from '../ui/display/badge.js';
import { Button } from '../ui/buttons/button.js';
import { SubmitDialog } from '../ui/overlays/dialog.js';
import { Field } from '../ui/inputs/field.js';
import { FormErrors, FormRefusal } from '../ui/inputs/form-errors.js';
import { AccountOfPassword, PasswordField } from '../ui/inputs/password-field.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import { Card } from '../ui/layout/surface.js';
import { toast } from '../ui/feedback/toast.js';

interface PasswordSettingsProps {
  hasPassword: boolean;
  onRemoved: () => Promise<unknown>;
}

const failureText = (error: unknown): string => errorMessage(error, t`Failed to update profile`);

/** Sets, changes or removes the password. */
export function PasswordSettings({ hasPassword, onRemoved }: PasswordSettingsProps): ReactNode {
  const { account, verification } = useMe();
  const [isRemoving, setRemoving] = useState(false);
  const form = useZodForm(
    hasPassword ? typedPasswordForm.safeExtend({ current: enteredPassword }) : typedPasswordForm,
    {
      defaultValues: { current: '', password: '', confirm: '' },
      errorText: failureText,
      send: async ({ current, password }) => {
        await post('/api/auth/set-password', { password, ...(hasPassword && { current }) });
        await endSession();
        // loads a new document, so that nothing of this session stays in memory
        location.assign('/login');
      },
    },
  );
  const { errors } = form;
  return (
    <Card
      title={t`Password`}
      headerEnd={
        <Badge tone={hasPassword ? 'success' : 'neutral'}>
          {hasPassword ? t`Set` : t`Not set`}
        </Badge>
      }
    >
      <ValidatedForm className="card-b stack gap-4" busy={form.busy} onSend={form.submit}>
        <p className="label text-ink-2">
          {hasPassword
            ? t`A new browser asks for it after the code. Changing it signs you out on every browser, this one too.`
            : t`Optional. With a password, a new browser asks for it after the code. Setting it signs you out on every browser, this one too.`}{' '}
          {t`Keep it safe: there is no way to sign in to a new browser without it.`}
        </p>
        {verification.verified ? (
          <>
            <UnsentBanner />
            <FormErrors fields={[]} message={form.message} />
            <AccountOfPassword phone={account.phone} />
            {hasPassword && (
              <Field label={t`Current password`} error={errors.current?.message}>
                <PasswordField autoComplete="current-password" {...form.register('current')} />
              </Field>
            )}
            <Field
              label={t`New password`}
              hint={t`At least 6 characters`}
              error={errors.password?.message}
            >
              <PasswordField autoComplete="new-password" {...form.register('password')} />
            </Field>
            <Field label={t`Confirm new password`} error={errors.confirm?.message}>
              <PasswordField autoComplete="new-password" {...form.register('confirm')} />
            </Field>
            <div className="row wrap gap-2">
              <Button type="submit" busy={form.busy}>
                {hasPassword ? t`Change Password` : t`Set Password`}
              </Button>
              {hasPassword && (
                <Button kind="danger-ghost" onClick={() => setRemoving(true)}>
                  {t`Remove Password`}
                </Button>
              )}
            </div>
          </>
        ) : (
          <p className="label">{t`Verify your WhatsApp number first.`}</p>
        )}
      </ValidatedForm>
      <RemovePassword open={isRemoving} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
    </Card>
  );
}

function RemovePassword({
  open,
  onClose,
  onRemoved,
}: {
  open: boolean;
  onClose: () => void;
  onRemoved: () => Promise<unknown>;
}): ReactNode {
  const form = useZodForm(removePasswordForm, {
    defaultValues: { current: '' },
    errorText: failureText,
    send: async ({ current }) => {
      await post('/api/auth/remove-password', { current });
      await onRemoved();
      toast({ text: t`Password removed` });
      close();
    },
  });
  const close = (): void => {
    form.reset();
    onClose();
  };
  return (
    <SubmitDialog
      open={open}
      onClose={close}
      title={t`Remove password?`}
      description={t`A new browser then asks for the code only.`}
      submitLabel={t`Remove Password`}
      onSubmit={form.submit}
      busy={form.busy}
    >
      <Field label={t`Current password`} error={form.errors.current?.message}>
        <PasswordField autoComplete="current-password" {...form.register('current')} />
      </Field>
      {form.message && <FormRefusal>{form.message}</FormRefusal>}
    </SubmitDialog>
  );
}
