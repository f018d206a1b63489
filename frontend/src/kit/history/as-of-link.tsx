import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/account/session.js';
import { IconLink } from '../../ui/buttons/button.js';

interface AsOfLinkProps {
  what: 'figures' | 'leads' | 'customers' | 'bills';
  /** Hides the link on a phone, whose bar has two actions already. */
  isWideOnly?: boolean;
}

/** Opens a list or the figures as of a past day, for auditors. */
export function AsOfLink({ what, isWideOnly = false }: AsOfLinkProps): ReactNode {
  const may = useMay();
  return (
    may('GET /api/history/:kind/:id') && (
      <IconLink
        icon={History}
        label={t`As of a day`}
        to={`/audit/as-of?show=${what}`}
        className={isWideOnly ? 'max-md:hidden' : undefined}
      />
    )
  );
}
