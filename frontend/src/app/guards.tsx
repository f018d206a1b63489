import { t } from '@lingui/core/macro';
import { Suspense, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { serverNow, useServerClock } from '../lib/server/server-clock.js';
import { MeProvider, useMe, useSession } from '../lib/account/session.js';
import { useVerificationGate } from '../lib/server/verification-gate.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { lazyPart } from '../ui/loading/code.js';
import { ErrorState, FullPageSpinner } from '../ui/feedback/states.js';
import { Shell } from './shell/shell.js';

const LandingPage = lazyPart(() => import('../accounts/landing/landing.page.js'));
const VerifyFirst = lazyPart(() => import('../accounts/verify-first.js'));

/** Shown until the session is known. */
export function LoadingScreen(): ReactNode {
  return <FullPageSpinner>{t`Loading your account...`}</FullPageSpinner>;
}

function Unreachable({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Fieldtrace</h1>
      <ErrorState title={t`No network`} onRetry={onRetry}>
        {t`Fieldtrace could not be reached. What waits on this device is kept.`}
      </ErrorState>
    </main>
  );
}

/** `/`: the landing page for visitors, the dashboard for members. */
export function Home(): ReactNode {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingScreen />;
    case 'signed-in':
      return <Navigate to="/dashboard" replace />;
    case 'unreachable':
    case 'signed-out':
      return (
        <Suspense fallback={<LoadingScreen />}>
          <LandingPage />
        </Suspense>
      );
  }
}

/** Unknown address: the dashboard if signed in, else sign-in. */
export function Fallback(): ReactNode {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingScreen />;
    case 'unreachable':
      return <Unreachable onRetry={session.retry} />;
    case 'signed-in':
      return <Navigate to="/dashboard" replace />;
    case 'signed-out':
      return <Navigate to="/login" replace />;
  }
}

/** Guards sign-in and sign-up. */
export function GuestOnly(): ReactNode {
  const session = useSession();
  if (session.state === 'loading') return <LoadingScreen />;
  return <SignedOutOnly wasSignedIn={session.state === 'signed-in'} />;
}

/**
 * Redirects people who were signed in when the page opened. Sign-up begins a session before its
 * code is entered, so a later session must not redirect.
 */
function SignedOutOnly({ wasSignedIn }: { wasSignedIn: boolean }): ReactNode {
  const [wasSignedInAtFirst] = useState(wasSignedIn);
  return wasSignedInAtFirst ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

/** Guards screens that need an account. */
export function RequireAuth(): ReactNode {
  const session = useSession();
  const location = useLocation();
  const isGateClosed = useVerificationGate(({ isClosed }) => isClosed);
  // this device's clock may be wrong by days: wait for the server's before requiring verification
  const isClockKnown = useServerClock(({ aheadMs }) => aheadMs !== undefined);
  switch (session.state) {
    case 'loading':
      return <LoadingScreen />;
    case 'unreachable':
      return <Unreachable onRetry={session.retry} />;
    case 'signed-out':
      // the target is in the router state, never in the address
      return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
    case 'signed-in': {
      const { verified, graceEndsAt } = session.me.verification;
      const hasGraceEnded =
        graceEndsAt !== undefined && isClockKnown && Date.parse(graceEndsAt) <= serverNow();
      const mustVerify = !verified && (hasGraceEnded || isGateClosed);
      return (
        // remount for another account, which another tab may have signed in to
        <MeProvider key={session.me.account.id} value={session.me}>
          {mustVerify ? (
            <Suspense fallback={<LoadingScreen />}>
              <VerifyFirst />
            </Suspense>
          ) : (
            <Shell />
          )}
        </MeProvider>
      );
    }
  }
}

/**
 * Guards screens that need an organization. `denied`: the title says "Access Denied".
 */
export function MembersOnly({ denied = false }: { denied?: boolean }): ReactNode {
  const { organization } = useMe();
  if (organization) return <Outlet />;
  return (
    <AccessDeniedPage
      pageTitle={t`No Organization`}
      title={denied ? t`Access Denied` : t`Join an Organization First`}
      art="trace"
    >
      {t`This belongs to an organization. Join yours with its code, or create one.`}
    </AccessDeniedPage>
  );
}
