import { type ReactNode, Suspense } from 'react';
import { Outlet, useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../ui/loading/code.js';
import { isPast } from '../records/past-day.js';

const PastScreen = lazyPart(() => import('./past-screen.js'));

/** Screen of the address, as of a past day if the address has one (`?asOf=2026-11-20`). */
export function AsOfScreen(): ReactNode {
  const [search] = useSearchParams();
  if (!isPast(search)) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <PastScreen />
    </Suspense>
  );
}
