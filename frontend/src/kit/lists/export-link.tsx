import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueryPath } from '#domain/queries.js';
import { usePermissions } from '../../lib/account/session.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { HideOnPastDays } from '../records/past.js';

interface ExportLinkProps {
  path: QueryPath;
  /** Address with the filters of the list. */
  href: string;
  label: string;
}

/** Downloads a list, if the member may; not on a phone, which has no spreadsheet. */
export function ExportLink({ path, href, label }: ExportLinkProps): ReactNode {
  const may = usePermissions();
  if (!may(`GET ${path}`)) return null;
  return (
    <HideOnPastDays>
      <ButtonLink
        icon={Download}
        href={href}
        download
        aria-label={label}
        title={label}
        className="max-md:hidden"
      >
        {t`CSV`}
      </ButtonLink>
    </HideOnPastDays>
  );
}
