import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { refreshSession, signOut } from '../lib/account/session.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { Verification } from './verification.js';

/**
 * Replaces the app after the grace period, until the number is verified. Its text names the 3 days
 * (`GRACE_DAYS` of the server).
 */
export default function VerifyFirst(): ReactNode {
  return (
    <AuthFrame>
      <Verification
        as={AuthForm}
        description={t`Your account is older than 3 days. Enter the code to go on; everything you entered is kept.`}
        submitLabel={t`Verify & Sign In`}
        onVerified={refreshSession}
        secondAction={{ children: t`Sign out`, onClick: () => void signOut() }}
      />
    </AuthFrame>
  );
}
