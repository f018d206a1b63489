import { t } from '@lingui/core/macro';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/buttons/button.js';
import { Screen } from '../../ui/layout/frame.js';
import type { IconType } from '../../ui/display/icon.js';
import { EmptyState } from '../../ui/feedback/states.js';

interface AccessDeniedProps {
  title: string;
  art?: 'trace' | IconType;
  /** Reason why access is denied. */
  children: ReactNode;
}

/** Replaces content that this member may not see. */
export function AccessDenied({ title, art = ShieldAlert, children }: AccessDeniedProps): ReactNode {
  return (
    <div className="card">
      <EmptyState
        title={title}
        art={art}
        action={
          <ButtonLink kind="primary" to="/dashboard">
            {t`Go to Dashboard`}
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

/**
 * Screen that this member may not see. `pageTitle` is needed if `title` is the reason instead of
 * the screen's name.
 */
export function AccessDeniedPage({
  pageTitle,
  back,
  ...message
}: AccessDeniedProps & { pageTitle?: string; back?: { to: string; label: string } }): ReactNode {
  return (
    <Screen title={pageTitle ?? message.title} back={back}>
      <AccessDenied {...message} />
    </Screen>
  );
}
