import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { usePermissions } from '../lib/account/session.js';
import { get } from '../lib/server/api.js';
import { PrintButton } from '../ui/buttons/print-button.js';
import { useZone } from '../ui/display/figures.js';
import { dayIn } from '../ui/display/format.js';
import { Screen } from '../ui/layout/frame.js';
import { auditHome } from './audit-menu.js';
import { StatementsQuery, useStatements } from './statements.js';
import { YearPackage } from './year-package.js';

/** `/audit/statements`: what an auditor asks for, on a page that prints on A4. */
export default function StatementsPage(): ReactNode {
  const may = usePermissions();
  const isAllowed = may('GET /api/audit/statements');
  const zone = useZone();
  const query = useStatements(
    ['audit', 'statements'],
    (signal) => get('/api/audit/statements', {}, { signal }),
    isAllowed,
  );
  if (!isAllowed)
    return (
      <AccessDeniedPage pageTitle={t`Auditor’s page`} back={auditHome()} title={t`Access Denied`}>
        {t`Only administrators and finance can see the audit.`}
      </AccessDeniedPage>
    );
  return (
    <Screen
      title={t`Auditor’s page`}
      back={auditHome()}
      subtitle={query.data?.organization.name}
      actions={<PrintButton />}
    >
      <div className="stack max-w-(--container-measure) gap-4">
        <StatementsQuery query={query} registerTo="/audit/erasures" checkTo="/audit/check" />
        {query.data?.first && <YearPackage firstDay={dayIn(zone, new Date(query.data.first.at))} />}
      </div>
    </Screen>
  );
}
