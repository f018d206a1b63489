import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Boundary } from '../ui/boundary.js';
import { ButtonLink } from '../ui/button.js';
import { ErrorState } from '../ui/states.js';

type Around = { readonly inShell?: boolean; readonly children: ReactNode };

/** Around screens that may fail to be fetched or drawn. The next page is tried anew. */
export function ScreenBoundary({ inShell = false, children }: Around): ReactNode {
  const { key } = useLocation();
  return (
    <Boundary at={key} failed={<ScreenFailed inShell={inShell} />}>
      {children}
    </Boundary>
  );
}

/** A screen that could not be fetched or drawn. The rest of the app stays where it is. */
function ScreenFailed({ inShell }: { inShell: boolean }): ReactNode {
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
