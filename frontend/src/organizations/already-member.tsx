import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { refusals } from '#domain/kernel/refusal.js';
import { useMe } from '../lib/session.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState } from '../ui/states.js';
import { translated } from '../words/i18n.js';

/** Nobody is in two organizations: where a second one is joined or made it says so, and how to leave the first. */
export function AlreadyMember({ title }: { title: string }): ReactNode {
  const { organization } = useMe();
  return (
    <>
      <TopBar title={title} back={{ to: '/dashboard', label: t`Back to dashboard` }} />
      <Page>
        <div className="card">
          <EmptyState
            title={organization?.name ?? ''}
            art={Building2}
            action={
              <ButtonLink kind="primary" to="/settings/profile">
                <Trans>Open your profile</Trans>
              </ButtonLink>
            }
          >
            {translated(refusals['already-a-member'].words)}
          </EmptyState>
        </div>
      </Page>
    </>
  );
}
