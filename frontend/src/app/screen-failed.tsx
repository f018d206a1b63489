import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
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

type BoundaryProps = { readonly at: string; readonly failed: ReactNode; readonly children: ReactNode };
type BoundaryState = { readonly at?: string; readonly hasFailed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ hasFailed: true });

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState {
    return at === state.at ? state : { at, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    // for the console of whoever looks into it; it holds no personal data
    reportError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
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
