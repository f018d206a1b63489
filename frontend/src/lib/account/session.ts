import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Me } from '#domain/accounts/account.views.js';
import type { CommandName } from '#domain/commands.js';
import { get, post, Problem } from '../server/api.js';
import { registerSessionReload, setIdentity, endSession } from './identity.js';
import { isServerUnreachable, queryClient, sessionKey } from '../query-client.js';

export type Session =
  | { readonly state: 'loading' }
  /** Without a stored session and without the server. */
  | { readonly state: 'unreachable'; readonly retry: () => void }
  | { readonly state: 'signed-out' }
  | { readonly state: 'signed-in'; readonly me: Me };

/**
 * Fetches the signed-in account; null for nobody. Stored, so that the app opens without a network.
 */
async function fetchSession({ signal }: QueryFunctionContext): Promise<Me | null> {
  try {
    const me = await get('/api/me', {});
    // a superseded answer may be from before a sign-out
    if (!signal.aborted) setIdentityFrom(me);
    return me;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

registerSessionReload(() => void queryClient.invalidateQueries({ queryKey: sessionKey }));

export function setIdentityFrom(me: Me | null | undefined): void {
  if (me) setIdentity({ accountId: me.account.id, organizationId: me.organization?.id });
}

export const sessionQuery = {
  queryKey: sessionKey,
  queryFn: fetchSession,
  meta: { isStored: true, views: ['team', 'organization', 'people'] },
  staleTime: 30_000,
} as const;

export const prefetchSession = (): Promise<void> => queryClient.prefetchQuery(sessionQuery);

export function useSession(): Session {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return { state: 'signed-in', me: data };
  if (data === null) return { state: 'signed-out' };
  if (error)
    return isServerUnreachable(error)
      ? { state: 'unreachable', retry: () => void refetch() }
      : { state: 'signed-out' };
  return { state: 'loading' };
}

const MeContext = createContext<Me | undefined>(undefined);

/** Provides the session to signed-in screens, so that it is observed once. */
export const MeProvider = MeContext.Provider;

/**
 * Account, organization and role.
 * @throws Error outside a signed-in screen
 */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('A signed-in screen was shown without a session');
  return me;
}

/**
 * Refetches the session, after a sign-in.
 * @throws Problem, Offline
 */
export const refreshSession = (): Promise<Me | null> =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });

/** Refetches the session after a command. Never fails, because the command succeeded. */
export const renewSession = (): Promise<unknown> => refreshSession().catch(() => undefined);

/** Returns whether this role may use a command or query. Screens hide by it; the server decides. */
export function usePermissions(): (name: CommandName | `GET ${string}`) => boolean {
  const { rights } = useMe();
  return (name) => rights.includes(name);
}

/**
 * Signs out in this browser, or everywhere. Stored answers go; the outbox waits for the account's
 * next sign-in.
 */
export async function signOut({
  everywhere = false,
}: { everywhere?: boolean } = {}): Promise<void> {
  await post('/api/auth/sign-out', { everywhere });
  // not awaited: the server sends no more pushes, and the push service may be unreachable
  import('../installation/push.js')
    .then(({ endPushSubscription }) => endPushSubscription())
    .catch(() => undefined);
  await endSession();
}
