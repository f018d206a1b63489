import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { dayAfter } from '#domain/kernel/values/days.js';
import { usePermissions } from '../../lib/account/session.js';
import { IconLink } from '../../ui/buttons/button.js';
import { useToday } from '../../ui/display/figures.js';
import { HideOnPastDays } from '../records/past.js';

/** Shows this screen as of a past day, for auditors. */
export function AsOfLink({ className }: { className?: string }): ReactNode {
  const may = usePermissions();
  const { pathname, search } = useLocation();
  const yesterday = dayAfter(useToday(), -1);
  const params = new URLSearchParams(search);
  params.set('asOf', yesterday);
  return (
    may('GET /api/history/:kind/:id') && (
      <HideOnPastDays>
        <IconLink
          icon={History}
          label={t`As of a day`}
          to={`${pathname}?${params}`}
          className={className}
        />
      </HideOnPastDays>
    )
  );
}
