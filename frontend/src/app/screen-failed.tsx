import { t } from '@lingui/core/macro';
import { useEffect, type ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { ButtonLink } from '../ui/button.js';
import { ErrorState } from '../ui/states.js';

/** A screen that could not be fetched or drawn. The rest of the app stays where it is. */
export function ScreenFailed({ inShell = false }: { inShell?: boolean }): ReactNode {
  const error = useRouteError();
  useEffect(() => {
    // for the console of whoever looks into it; it holds no personal data
    reportError(error);
  }, [error]);
  const Around = inShell ? 'div' : 'main';
  return (
    <Around className="grid min-h-[70dvh] place-items-center">
      <div className="stack items-center">
        <h1 className="sr-only">{t`Failed to open this screen`}</h1>
        <ErrorState title={t`Failed to open this screen`} onRetry={() => location.reload()}>
          {t`What you entered and saved is kept. There may be no network, or a new version.`}
        </ErrorState>
        <ButtonLink kind="ghost" to="/">
          {t`Go to Dashboard`}
        </ButtonLink>
      </div>
    </Around>
  );
}
