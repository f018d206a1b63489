import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useMe } from '../lib/account/session.js';
import { HistoryPage } from '../kit/history/history-page.js';
import { OrganizationDetails } from './organization-details.js';

/** `/settings/organization/history` */
export default function OrganizationHistoryPage(): ReactNode {
  const { organization } = useMe();
  return (
    <HistoryPage
      kind="organization"
      id={organization?.id ?? ''}
      back={{ to: '/settings/organization', label: t`Back to organization` }}
      screen={(pastOrganization) => <OrganizationDetails organization={pastOrganization} />}
    />
  );
}
