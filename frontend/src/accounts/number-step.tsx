import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useAnotherNumber } from './another-number.js';
import type { Challenge } from './auth.js';
import { AuthForm, PageHeader } from './auth-frame.js';

interface NumberStepProps {
  because: string | undefined;
  onSent: (challenge: Challenge, phone: string) => void | Promise<void>;
  /** The second button: Back, or Sign out. */
  second: ReactNode;
}

/** In place of the code, where the number it would go to is another account's or was mistyped. */
export function NumberStep({ because, onSent, second }: NumberStepProps): ReactNode {
  const { fields, busy, submit } = useAnotherNumber(because, onSent);
  return (
    <AuthForm act={t`Send Code`} busy={busy} second={second} onSubmit={submit}>
      <PageHeader title={t`Enter another number`}>{t`Your account stays as it is; this number becomes its sign-in.`}</PageHeader>
      {fields}
    </AuthForm>
  );
}
