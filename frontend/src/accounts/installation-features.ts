import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import type { InstallationFeatures } from '#domain/accounts/account.views.js';
import { get } from '../lib/server/api.js';

/** Features of this installation; none until the server has answered. */
export function useInstallationFeatures(): InstallationFeatures {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: () => get('/api/site', {}),
    staleTime: Infinity,
  });
  return data ?? { devInbox: false, watchDemo: false };
}

/** Chat link to ask for a demo. */
export const demoChat = (number: string): string =>
  chatLink(number, t`Hello, I would like a demo of Fieldtrace.`);
