import { listenForInstallPrompt } from './installation/install.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { onDeviceAnswer } from './database.js';
import { storeClosedDrafts } from './drafts/draft-slots.js';
import { draftStore } from './drafts/draft-store.js';
import { identity, useIdentity } from './account/identity.js';
import { startLive, useRoom } from './live/live.js';
import { watchNetwork } from './server/network.js';
import { reloadOutbox } from './outbox/outbox.js';
import { startOutbox } from './outbox/outbox-sender.js';
import {
  withRestoreLimit,
  forgetAnswers,
  restoreAnswers,
  storeAnswers,
} from './records/device-cache.js';
import { queryClient, sessionKey } from './query-client.js';
import { useOwnLanguage } from './account/own-language.js';
import { prefetchSession, setIdentityFrom, useSession } from './account/session.js';
import { startServiceWorker } from './installation/update.js';
import { startLanguage } from '../words/language.js';

/** Restores the session, answers and outbox from the device before the first render. */
export async function bootstrap(): Promise<void> {
  listenForInstallPrompt();
  storeAnswers();
  watchNetwork();
  void prefetchSession();
  const startingLanguage = startLanguage();
  await restoreAnswers(() => setIdentityFrom(queryClient.getQueryData(sessionKey)));
  void draftStore.collectOrphans();
  onDeviceAnswer(() => void storeClosedDrafts().catch(() => undefined));
  // the form that resubmits a refused item needs the outbox at its first render
  if (identity().accountId) await withRestoreLimit(reloadOutbox());
  await startingLanguage;
  if (document.readyState === 'complete') startServiceWorker();
  else addEventListener('load', startServiceWorker, { once: true });
}

/** Providers and background services: queries, outbox and socket. Rendered once around the app. */
export function AppProviders({ children }: { children: ReactNode }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <BackgroundServices />
      {children}
    </QueryClientProvider>
  );
}

function BackgroundServices(): ReactNode {
  const { accountId, organizationId } = useIdentity();
  useForgetOnRoleChange();
  useEffect(() => (accountId ? startOutbox() : undefined), [accountId]);
  useEffect(() => (accountId ? startLive() : undefined), [accountId, organizationId]);
  useRoom(accountId && organizationId ? `member:${accountId}` : undefined);
  useRoom(organizationId ? `organization:${organizationId}` : undefined);
  return null;
}

/** Clears stored answers when account, organization or role changes, because rights change too. */
function useForgetOnRoleChange(): void {
  const session = useSession();
  const me = session.state === 'signed-in' ? session.me : undefined;
  useEffect(() => setIdentityFrom(me), [me]);
  useOwnLanguage(me);
  const roleKey = me && `${me.account.id} ${me.organization?.id ?? ''} ${me.role ?? ''}`;
  const lastRoleKey = useRef<string>(undefined);
  useEffect(() => {
    if (roleKey === undefined) return;
    if (lastRoleKey.current !== undefined && lastRoleKey.current !== roleKey) void forgetAnswers();
    lastRoleKey.current = roleKey;
  }, [roleKey]);
}
