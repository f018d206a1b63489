import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Boundary } from '../ui/feedback/boundary.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { findArrival, isServerReached } from '../ui/loading/code.js';
import { ErrorState } from '../ui/feedback/states.js';

type BoundaryProps = { readonly inShell?: boolean; readonly children: ReactNode };

/** Error boundary of a screen. Navigation resets it. */
export function ScreenBoundary({ inShell = false, children }: BoundaryProps): ReactNode {
  const { key } = useLocation();
  return (
    <Boundary
      resetKey={key}
      failed={(error, retry) => <ScreenFailed inShell={inShell} error={error} onArrived={retry} />}
    >
      {children}
    </Boundary>
  );
}

interface ScreenFailedProps {
  readonly inShell: boolean;
  readonly error: unknown;
  readonly onArrived: () => void;
}

/**
 * Screen that failed. If its code could not load, the screen opens once the code has loaded. The
 * rest of the app stays.
 */
function ScreenFailed({ inShell, error, onArrived }: ScreenFailedProps): ReactNode {
  const isOutOfReach = useIsOutOfReach(error, onArrived);
  const Container = inShell ? 'div' : 'main';
  const title = isOutOfReach
    ? t`No network. This screen is not on this phone yet.`
    : t`Failed to open this screen`;
  return (
    <Container className="grid min-h-[70dvh] place-items-center">
      <div className="stack items-center">
        <h1 className="sr-only">{title}</h1>
        <ErrorState title={title} onRetry={() => location.reload()}>
          {isOutOfReach
            ? t`It opens by itself when the network is back. What you entered and saved is kept.`
            : t`What you entered and saved is kept. There may be no network, or a new version.`}
        </ErrorState>
        <ButtonLink kind="ghost" to="/">
          {t`Go to Dashboard`}
        </ButtonLink>
      </div>
    </Container>
  );
}

/** Delay before probing: a temporary failure may be over by then. */
const PROBE_AFTER_MS = 1_000;

/** Whether the screen failed because the server is unreachable. */
function useIsOutOfReach(error: unknown, onArrived: () => void): boolean {
  const arrival = findArrival(error);
  const [isOutOfReach, setOutOfReach] = useState(arrival !== undefined && !navigator.onLine);
  useEffect(() => {
    if (!arrival) return undefined;
    let isShown = true;
    const followArrival = async (): Promise<void> => {
      if (navigator.onLine) await new Promise((done) => setTimeout(done, PROBE_AFTER_MS));
      const wasReached = await isServerReached();
      if (isShown) setOutOfReach(!wasReached);
      const result = await arrival;
      if (!isShown) return;
      if (result === 'arrived') onArrived();
      // reload once, because a browser may remember the failed import
      else if (!wasReached) location.reload();
    };
    void followArrival();
    return () => {
      isShown = false;
    };
  }, [arrival, onArrived]);
  return isOutOfReach;
}
