import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Building2, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { ButtonLink } from '../ui/button.js';
import { TopBar, Page } from '../ui/frame.js';
import { Icon } from '../ui/icon.js';
import { Board } from './board.js';
import './dashboard.css';

/** `/dashboard`: how the day stands; without an organization, the two ways into one. */
export default function DashboardPage(): ReactNode {
  const { organization } = useMe();
  return organization ? <Board /> : <WithoutOrganization />;
}

function WithoutOrganization(): ReactNode {
  const { account } = useMe();
  return (
    <>
      <TopBar title={t`Dashboard`} />
      <Page>
        <p className="muted mb-4">
          <Trans>Welcome, {account.name}. Leads belong to an organization: join yours, or create one.</Trans>
        </p>
        <div className="begin-cards">
          <section className="card card-b stack gap-3">
            <Icon of={KeyRound} size="l" className="text-accent-ink" />
            <h2 className="t3">
              <Trans>Join Organization</Trans>
            </h2>
            <p className="label muted grow">
              <Trans>Your admin has a code of 8 letters and digits.</Trans>
            </p>
            <ButtonLink kind="primary" size="lg" to="/join-organization">
              <Trans>Join Organization</Trans>
            </ButtonLink>
          </section>
          <section className="card card-b stack gap-3">
            <Icon of={Building2} size="l" className="text-accent-ink" />
            <h2 className="t3">
              <Trans>Create Organization</Trans>
            </h2>
            <p className="label muted grow">
              <Trans>You become its admin and get a code for your team.</Trans>
            </p>
            <ButtonLink size="lg" to="/create-organization">
              <Trans>Create Organization</Trans>
            </ButtonLink>
          </section>
        </div>
      </Page>
    </>
  );
}
