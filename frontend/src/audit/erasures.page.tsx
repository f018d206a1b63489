import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { usePermissions } from '../lib/account/session.js';
import { get } from '../lib/server/api.js';
import { PrintButton } from '../ui/buttons/print-button.js';
import { Screen } from '../ui/layout/frame.js';
import { auditHome } from './audit-menu.js';
import { PagedErasures } from './paged-erasures.js';

/** `/audit/erasures`: the register of erasures. */
export default function ErasuresPage(): ReactNode {
  const may = usePermissions();
  const title = t`Register of erasures`;
  if (!may('GET /api/audit/erasures'))
    return (
      <AccessDeniedPage pageTitle={title} back={auditHome()} title={t`Access Denied`}>
        {t`Only administrators and finance can see the audit.`}
      </AccessDeniedPage>
    );
  return (
    <Screen title={title} back={auditHome()} actions={<PrintButton />}>
      <PagedErasures
        queryKey={['audit', 'erasures']}
        fetchPage={(after, signal) => get('/api/audit/erasures', { after }, { signal })}
      />
    </Screen>
  );
}
