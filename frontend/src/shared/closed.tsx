import { t } from '@lingui/core/macro';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.js';
import { Screen } from '../ui/frame.js';
import type { IconType } from '../ui/icon.js';
import { EmptyState } from '../ui/states.js';

interface ClosedProps {
  title: string;
  art?: 'trace' | IconType;
  /** Why. */
  children: ReactNode;
}

/** In place of what this person may not use. */
export function Closed({ title, art = ShieldAlert, children }: ClosedProps): ReactNode {
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

/** A whole screen of it. `of`: what the screen is called, where its title is not the reason. */
export function ClosedPage({
  of,
  back,
  ...closed
}: ClosedProps & { of?: string; back?: { to: string; label: string } }): ReactNode {
  return (
    <Screen title={of ?? closed.title} back={back}>
      <Closed {...closed} />
    </Screen>
  );
}
