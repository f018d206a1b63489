import { useQuery } from '@tanstack/react-query';
import type { Site } from '#domain/accounts/account.views.js';
import { get } from '../lib/api.js';

/** What this installation offers. Until it is known: nothing of it. */
export function useSite(): Site {
  const { data } = useQuery({ queryKey: ['site'], queryFn: () => get<Site>('/api/site'), staleTime: Infinity });
  return data ?? { devInbox: false, watchDemo: false };
}
