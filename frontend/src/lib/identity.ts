import { create } from 'zustand';

/** Account and organization that scope data on the device and what is sent from it. */
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

/** Whether that is who is signed in now, in this organization. */
export const isMine = (whose: Identity): boolean => isOf(identity())(whose);

let askAgain = (): void => undefined;
/**
 * The session registers here how it is asked for, once the server knows this browser as another
 * account's.
 */
export function asksSessionWith(ask: () => void): void {
  askAgain = ask;
}
export const identityRefused = (): void => askAgain();

type Ending = () => void | Promise<void>;
const endings = new Set<Ending>();

/**
 * Told when the server no longer knows this session, or the person signs out: whatever was kept is
 * dropped.
 */
export function onSessionEnded(ending: Ending): () => void {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** Resolves when all of it is gone. */
export async function sessionEnded(): Promise<void> {
  useIdentity.setState(nobody);
  await Promise.all([...endings].map(async (ending) => ending()));
}
