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
      <TopBar title="Dashboard" />
      <Page>
        <p className="muted mb-4">Welcome, {account.name}. Leads belong to an organization: join yours, or create one.</p>
        <div className="begin-cards">
          <section className="card card-b stack gap-3">
            <Icon of={KeyRound} size="l" className="text-accent-ink" />
            <h2 className="t3">Join Organization</h2>
            <p className="label muted grow">Your admin has a code of 8 letters and digits.</p>
            <ButtonLink kind="primary" size="lg" to="/join-organization">
              Join Organization
            </ButtonLink>
          </section>
          <section className="card card-b stack gap-3">
            <Icon of={Building2} size="l" className="text-accent-ink" />
            <h2 className="t3">Create Organization</h2>
            <p className="label muted grow">You become its admin and get a code for your team.</p>
            <ButtonLink size="lg" to="/create-organization">
              Create Organization
            </ButtonLink>
          </section>
        </div>
      </Page>
    </>
  );
}
