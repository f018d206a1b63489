import { create } from 'zustand';

/** Account and organization that scope local data and requests. */
export interface Identity {
  readonly accountId: string | undefined;
  readonly organizationId: string | undefined;
}

const signedOut: Identity = { accountId: undefined, organizationId: undefined };

export const useIdentity = create<Identity>(() => signedOut);

export const identity = (): Identity => useIdentity.getState();

export function setIdentity({ accountId, organizationId }: Identity): void {
  if (!isMine({ accountId, organizationId })) useIdentity.setState({ accountId, organizationId });
}

/** Key under which an account's data in an organization is stored. */
export const scopeOf = ({ accountId, organizationId }: Identity): string =>
  `${accountId ?? ''}|${organizationId ?? ''}`;

export const hasScopeOf =
  (author: Identity) =>
  (other: Identity): boolean =>
    scopeOf(other) === scopeOf(author);

/** Whether data belong to the signed-in account in its current organization. */
export const isMine = (other: Identity): boolean => hasScopeOf(identity())(other);

let sessionReload = (): void => undefined;
/** Registers how the session is reloaded after the server saw another account in this browser. */
export function registerSessionReload(reload: () => void): void {
  sessionReload = reload;
}
export const reloadSession = (): void => sessionReload();

type SessionEndListener = () => void | Promise<void>;
const sessionEndListeners = new Set<SessionEndListener>();

/** Calls the listener when the session ends or the person signs out, to drop stored answers. */
export function onSessionEnded(listener: SessionEndListener): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/** Ends the session. Resolves once all listeners are done. */
export async function endSession(): Promise<void> {
  useIdentity.setState(signedOut);
  await Promise.all([...sessionEndListeners].map(async (listener) => listener()));
}
