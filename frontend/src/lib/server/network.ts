import { create } from 'zustand';

/** Network state, as requests and the socket observe it. */
interface Network {
  /** Whether the last request reached the server. */
  readonly online: boolean;
  /** Whether the browser reports no network. Its report of a network proves nothing. */
  readonly isBrowserOffline: boolean;
  /** Send time of a slow unanswered request, in milliseconds; undefined after any answer. */
  readonly slowSince: number | undefined;
}

export function isBrowserOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

export const useNetwork = create<Network>(() => ({
  online: !isBrowserOffline(),
  isBrowserOffline: isBrowserOffline(),
  slowSince: undefined,
}));

/** Calls the listener each time the server becomes reachable again. */
export const onBackOnline = (listener: () => void): (() => void) =>
  useNetwork.subscribe((current, previous) => {
    if (isReachable(current) && !isReachable(previous)) listener();
  });
const isReachable = ({ online, slowSince }: Network): boolean => online && slowSince === undefined;

/** Updates the state only where it differs, so that listeners are called for real changes only. */
function updateNetwork(next: Network): void {
  const current = useNetwork.getState();
  if (Object.entries(next).some(([name, value]) => current[name as keyof Network] !== value))
    useNetwork.setState(next);
}

/**
 * Marks the server as reachable after an answer. A late answer changes nothing while the browser
 * reports no network.
 */
export function markOnline(): void {
  if (!isBrowserOffline())
    updateNetwork({ online: true, isBrowserOffline: false, slowSince: undefined });
}

/** Marks the server as unreachable after a request or connection that failed at once. */
export function markUnreachable(): void {
  updateNetwork({ online: false, isBrowserOffline: isBrowserOffline(), slowSince: undefined });
}

/** Marks the network as slow, because of a request sent at that time. */
export function markSlow(sentAt: number): void {
  const { online, slowSince } = useNetwork.getState();
  if (online && slowSince === undefined) useNetwork.setState({ slowSince: sentAt });
}

export const useOnline = (): boolean => useNetwork(({ online }) => online);

/** `unreachable`: there is a network, but the server does not answer. */
export type Reach = 'online' | 'slow' | 'unreachable' | 'offline';
export const useReach = (): Reach => useNetwork(reachOf);
function reachOf(network: Network): Reach {
  if (network.isBrowserOffline) return 'offline';
  if (!network.online) return 'unreachable';
  return network.slowSince === undefined ? 'online' : 'slow';
}

export function watchNetwork(): void {
  addEventListener('online', markOnline);
  addEventListener('offline', markUnreachable);
}
