import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { dayAfter } from '#domain/kernel/values/days.js';
import { useToday } from '../ui/display/figures.js';

/** Screens by their names in addresses of earlier versions. */
const pathsByScreen: Readonly<Record<string, string>> = {
  leads: '/leads',
  customers: '/customers',
  bills: '/bills',
};

/**
 * `/audit/as-of`: redirects to the dashboard as of yesterday, or to the screen that an old address
 * names.
 */
export default function AsOfPage(): ReactNode {
  const [search] = useSearchParams();
  const yesterday = dayAfter(useToday(), -1);
  const params = new URLSearchParams({
    asOf: search.get('day') ?? yesterday,
    clock: search.get('clock') ?? 'recorded',
  });
  return (
    <Navigate to={`${pathsByScreen[search.get('show') ?? ''] ?? '/dashboard'}?${params}`} replace />
  );
}
