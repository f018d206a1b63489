import { t } from '@lingui/core/macro';
import {
  CalendarClock,
  Ellipsis,
  Eraser,
  FileCheck2,
  FileSearch,
  Link2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/buttons/button.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';

/** Back button of the screens below the audit. */
export const auditHome = () => ({ to: '/audit', label: t`Back to the audit` });

/** Menu of the audit: its other screens. */
export function AuditMenu(): ReactNode {
  const link = (label: string, icon: typeof Link2, to: string) =>
    ({ kind: 'link', label, icon, to }) as const;
  return (
    <LazyMenu
      trigger={<IconButton icon={Ellipsis} label={t`More`} />}
      entries={[
        link(t`Auditor’s page`, FileCheck2, '/audit/statements'),
        link(t`Register of erasures`, Eraser, '/audit/erasures'),
        link(t`Check a proof`, FileSearch, '/audit/check'),
        link(t`As of a day`, CalendarClock, '/audit/as-of'),
        link(t`Team of a day`, Users, '/team'),
        link(t`Auditors’ links`, Link2, '/audit/links'),
      ]}
    />
  );
}
