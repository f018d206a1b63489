import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Me } from '#domain/accounts/account.views.js';
import type { CommandName } from '#domain/commands.js';
import { get, post, Problem } from './api.js';
import { asksSessionWith, becomes, sessionEnded } from './identity.js';
import { isOutOfReach, queryClient, sessionKey } from './query-client.js';

export type Session =
  | { readonly state: 'loading' }
  /** Nothing is known of this browser, and the server cannot be asked. */
  | { readonly state: 'unreachable'; readonly retry: () => void }
  | { readonly state: 'signed-out' }
  | { readonly state: 'signed-in'; readonly me: Me };

/**
 * Asks the server who is signed in; null for nobody. The answer is stored, so that the app opens
 * without a network.
 */
async function askWhoIAm({ signal }: QueryFunctionContext): Promise<Me | null> {
  try {
    const me = await get('/api/me', {});
    // asked again meanwhile: this answer is dropped, and may be from before a sign-out
    if (!signal.aborted) recognize(me);
    return me;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

asksSessionWith(() => void queryClient.invalidateQueries({ queryKey: sessionKey }));

export function recognize(me: Me | null | undefined): void {
  if (me) becomes({ accountId: me.account.id, organizationId: me.organization?.id });
}

/** Session of this browser, as the server says. */
export const sessionQuery = {
  queryKey: sessionKey,
  queryFn: askWhoIAm,
  meta: { kept: true, views: ['team', 'organization', 'people'] },
  staleTime: 30_000,
} as const;

/** Asked for before the first screen is drawn. */
export const prefetchSession = (): Promise<void> => queryClient.prefetchQuery(sessionQuery);

export function useSession(): Session {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return { state: 'signed-in', me: data };
  if (data === null) return { state: 'signed-out' };
  if (error)
    return isOutOfReach(error)
      ? { state: 'unreachable', retry: () => void refetch() }
      : { state: 'signed-out' };
  return { state: 'loading' };
}

const MeContext = createContext<Me | undefined>(undefined);

/**
 * Around the screens of who is signed in: the session is observed once, not by each part of a list.
 */
export const MeProvider = MeContext.Provider;

/** Returns account, organization and role. @throws Error outside a signed-in screen */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('A signed-in screen was shown without a session');
  return me;
}

/** After signing in: asks again who I am. @throws Problem, Offline */
export const refreshSession = (): Promise<Me | null> =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });

/** Asks who I am after a command: a lost answer does not make the command fail. */
export const renewSession = (): Promise<unknown> => refreshSession().catch(() => undefined);

/**
 * Whether I may ever use this command or query, whatever the record: screens hide by it, the server
 * decides.
 */
export function useMay(): (name: CommandName | `GET ${string}`) => boolean {
  const { rights } = useMe();
  return (name) => rights.includes(name);
}

/**
 * Signs out here, or everywhere. What was kept on this device goes; what waits to be sent stays for
 * the next sign-in of the same account.
 */
export async function signOut({
  everywhere = false,
}: { everywhere?: boolean } = {}): Promise<void> {
  await post('/api/auth/sign-out', { everywhere });
  // The server sends nothing any more, so nobody waits for the push service, which may be out of
  // reach.
  import('./push.js')
    .then(({ endPushSubscription }) => endPushSubscription())
    .catch(() => undefined);
  await sessionEnded();
}
