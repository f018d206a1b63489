import { create } from 'zustand';

/** State of the network, as far as is known. Requests and the socket find out. */
interface Network {
  /** The server could be reached when it was last tried. */
  readonly online: boolean;
  /** The browser says that there is no network. Its word counts only when it says no. */
  readonly isBrowserOffline: boolean;
  /**
   * When the request was sent that waits for its answer for long, in milliseconds. Undefined once
   * any answer has come since.
   */
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

/** Told each time the server is reached again. */
export const onBackOnline = (listener: () => void): (() => void) =>
  useNetwork.subscribe(({ online, slowSince }, before) => {
    if (online && slowSince === undefined && (!before.online || before.slowSince !== undefined))
      listener();
  });

/** Takes over what is new, so that nobody is told of what is not. */
function become(next: Network): void {
  const now = useNetwork.getState();
  if (Object.entries(next).some(([name, value]) => now[name as keyof Network] !== value))
    useNetwork.setState(next);
}

/** An answer has come. One that was under way when the network went does not bring it back. */
export function noteAnswer(): void {
  if (!isBrowserOffline()) become({ online: true, isBrowserOffline: false, slowSince: undefined });
}

/** A request or a connection failed at once. */
export function noteFailure(): void {
  become({ online: false, isBrowserOffline: isBrowserOffline(), slowSince: undefined });
}

/** The answer to a request of that instant is long in coming. */
export function noteSlowness(sentAt: number): void {
  const { online, slowSince } = useNetwork.getState();
  if (online && slowSince === undefined) useNetwork.setState({ slowSince: sentAt });
}

export const useOnline = (): boolean => useNetwork(({ online }) => online);

/** `unreachable`: there is a network, and no server behind it. */
export type Reach = 'online' | 'slow' | 'unreachable' | 'offline';
export const useReach = (): Reach =>
  useNetwork(({ online, slowSince, isBrowserOffline: isOff }) =>
    isOff ? 'offline' : !online ? 'unreachable' : slowSince !== undefined ? 'slow' : 'online',
  );

export function watchNetwork(): void {
  addEventListener('online', noteAnswer);
  addEventListener('offline', noteFailure);
}
