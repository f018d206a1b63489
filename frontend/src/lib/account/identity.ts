import { create } from 'zustand';

/** Account and organization that scope local data and requests. */
export interface Identity {
  readonly accountId: string | undefined;
  readonly organizationId: string | undefined;
}

const nobody: Identity = { accountId: undefined, organizationId: undefined };

export const useIdentity = create<Identity>(() => nobody);

export const identity = (): Identity => useIdentity.getState();

export function becomes({ accountId, organizationId }: Identity): void {
  if (!isMine({ accountId, organizationId })) useIdentity.setState({ accountId, organizationId });
}

/** Key under which an account's data in an organization is stored. */
export const scopeOf = ({ accountId, organizationId }: Identity): string =>
  `${accountId ?? ''}|${organizationId ?? ''}`;

export const isOf =
  (author: Identity) =>
  (whose: Identity): boolean =>
    scopeOf(whose) === scopeOf(author);

/** Whether data belong to the signed-in account in its current organization. */
export const isMine = (whose: Identity): boolean => isOf(identity())(whose);

let askAgain = (): void => undefined;
/** Registers how the session is reloaded after the server saw another account in this browser. */
export function asksSessionWith(ask: () => void): void {
  askAgain = ask;
}
export const identityRefused = (): void => askAgain();

type Ending = () => void | Promise<void>;
const endings = new Set<Ending>();

/** Calls the listener when the session ends or the person signs out, to drop stored answers. */
export function onSessionEnded(ending: Ending): () => void {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** Ends the session. Resolves once all listeners are done. */
export async function sessionEnded(): Promise<void> {
  useIdentity.setState(nobody);
  await Promise.all([...endings].map(async (ending) => ending()));
}
