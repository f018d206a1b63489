import { create } from 'zustand';

/** A new version of the app waits; it is taken when the person says so, never in the middle of a form. */
const useWaiting = create<{ readonly ready: boolean }>(() => ({ ready: false }));
let take: () => void = () => undefined;

export function useUpdate(): { readonly ready: boolean; readonly apply: () => void; readonly later: () => void } {
  const ready = useWaiting((state) => state.ready);
  return { ready, apply: () => take(), later: () => useWaiting.setState({ ready: false }) };
}

const lookEvery = 60 * 60_000;

/** Installs the service worker that opens the app without a network. Nothing happens where there is none (a plain http address). */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('/sw.js');
    // the first one that is installed is taken at once
    const look = (): void => useWaiting.setState({ ready: registration.waiting !== null && serviceWorker.controller !== null });
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
    take = () => {
      // another tab may have taken it meanwhile
      if (!registration.waiting) return location.reload();
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    };
    look();
    setInterval(() => void registration.update().catch(() => undefined), lookEvery);
  } catch {
    // without it the app works as long as there is a network
  }
}
