import { create } from 'zustand';

/**
 * Whether the server can be reached, as far as is known: a browser's own word is only trusted when it says no. Requests and
 * the socket find out the rest.
 */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: !saysNo() }));

/** Whether the browser itself says that there is no network. */
export function saysNo(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** Told each time the server is reached again. */
export const onBackOnline = (listener: () => void): (() => void) =>
  useNetwork.subscribe(({ online }, before) => {
    if (online && !before.online) listener();
  });

export function reached(): void {
  // an answer that was under way when the network went, or an open socket that was not told yet, does not bring it back
  if (!useNetwork.getState().online && !saysNo()) useNetwork.setState({ online: true });
}

export function unreached(): void {
  if (useNetwork.getState().online) useNetwork.setState({ online: false });
}

export const useOnline = (): boolean => useNetwork(({ online }) => online);

export function watchNetwork(): void {
  addEventListener('online', reached);
  addEventListener('offline', unreached);
}
