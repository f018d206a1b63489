import { create } from 'zustand';

/**
 * Whether the server can be reached, as far as is known: a browser's own word is only trusted when it says no. Requests and
 * the socket find out the rest.
 */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: typeof navigator === 'undefined' || navigator.onLine }));

const listeners = new Set<() => void>();

/** Told each time the server is reached again. */
export function onBackOnline(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reached(): void {
  if (useNetwork.getState().online) return;
  useNetwork.setState({ online: true });
  for (const listener of listeners) listener();
}

export function unreached(): void {
  if (useNetwork.getState().online) useNetwork.setState({ online: false });
}

export const useOnline = (): boolean => useNetwork(({ online }) => online);

export function watchNetwork(): () => void {
  addEventListener('online', reached);
  addEventListener('offline', unreached);
  return () => {
    removeEventListener('online', reached);
    removeEventListener('offline', unreached);
  };
}
