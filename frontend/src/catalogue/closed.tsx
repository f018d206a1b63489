import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState } from '../ui/states.js';

/** A screen that this member may not use. */
export function Closed({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      <TopBar title={title} />
      <Page>
        <div className="card">
          <EmptyState
            title={title}
            art={ShieldAlert}
            action={
              <ButtonLink kind="primary" to="/dashboard">
                <Trans>Go to Dashboard</Trans>
              </ButtonLink>
            }
          >
            {children}
          </EmptyState>
        </div>
      </Page>
    </>
  );
}
