import { t } from '@lingui/core/macro';
import { Building2, KeyRound, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Role } from '#domain/kernel/policy.js';
import { useMe } from '../lib/account/session.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { EmptyState } from '../ui/feedback/states.js';
import { Screen } from '../ui/layout/frame.js';
import { Icon } from '../ui/display/icon.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { OrganizationDashboard } from './organization-dashboard.js';

const Designer = lazyPart(async () => ({
  default: (await import('./catalogue-dashboard.js')).DesignerDashboard,
}));
const Marketing = lazyPart(async () => ({
  default: (await import('./catalogue-dashboard.js')).MarketingDashboard,
}));
const Finance = lazyPart(() => import('./finance-dashboard.js'));

/** Dashboard of each role. */
const dashboards: Readonly<Record<Role, () => ReactNode>> = {
  sales: () => <OrganizationDashboard />,
  admin: () => <OrganizationDashboard />,
  designer: () => (
    <LazyMount when>
      <Designer />
    </LazyMount>
  ),
  marketing: () => (
    <LazyMount when>
      <Marketing />
    </LazyMount>
  ),
  finance: () => (
    <LazyMount when>
      <Finance />
    </LazyMount>
  ),
};

/** `/dashboard`; without an organization, the ways to join or create one. */
export default function DashboardPage(): ReactNode {
  const { organization, role } = useMe();
  if (!organization) return <WithoutOrganization />;
  // a role of a newer build has no dashboard here
  const renderDashboard =
    role !== null && Object.hasOwn(dashboards, role) ? dashboards[role] : undefined;
  if (renderDashboard) return renderDashboard();
  return (
    <Screen title={t`Dashboard`}>
      <div className="card">
        <EmptyState title={t`Access Denied`} art={ShieldAlert}>
          {t`There is no dashboard for your role.`}
        </EmptyState>
      </div>
    </Screen>
  );
}

function WithoutOrganization(): ReactNode {
  const { account } = useMe();
  const ways = [
    {
      icon: KeyRound,
      title: t`Join Organization`,
      description: t`Your admin has a code of 8 letters and digits.`,
      kind: 'primary',
      to: '/join-organization',
    },
    {
      icon: Building2,
      title: t`Create Organization`,
      description: t`You become its admin and get a code for your team.`,
      kind: 'plain',
      to: '/create-organization',
    },
  ] as const;
  return (
    <Screen title={t`Dashboard`}>
      <p className="text-ink-2 mb-4">{t`Welcome, ${account.name}. Leads belong to an organization: join yours, or create one.`}</p>
      <div className="grid gap-3 md:max-w-3xl md:grid-cols-2">
        {ways.map(({ icon, title, description, kind, to }) => (
          <section key={to} className="card card-b stack gap-3">
            <Icon icon={icon} size="l" className="text-accent-ink" />
            <h2 className="t3">{title}</h2>
            <p className="label text-ink-2 grow">{description}</p>
            <ButtonLink kind={kind} size="lg" to={to}>
              {title}
            </ButtonLink>
          </section>
        ))}
      </div>
    </Screen>
  );
}
