import { create } from 'zustand';
import type { WorkerMessage } from './worker-message.js';
import { onBackOnline } from './network.js';

/**
 * A new version of the app waits; it is taken when the person says so, never in the middle of a
 * form.
 */
const useWaiting = create<{ readonly ready: boolean }>(() => ({ ready: false }));
let take: () => void = () => undefined;

export function useUpdate(): {
  readonly ready: boolean;
  readonly apply: () => void;
  readonly later: () => void;
} {
  const ready = useWaiting((state) => state.ready);
  return { ready, apply: () => take(), later: () => useWaiting.setState({ ready: false }) };
}

const UPDATE_CHECK_MS = 60 * 60_000;
/** Pauses before an installation that was cut resumes, unless the network comes back before. */
const RESUME_MS = { first: 5_000, longest: 5 * 60_000 };

const send = (worker: ServiceWorker | null, message: WorkerMessage): void =>
  worker?.postMessage(message);

/**
 * Installs the service worker that opens the app without a network. Nothing happens where there is
 * none (a plain http address).
 */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.ready.then(keepCurrent);
  void installWorker(RESUME_MS.first);
}

/**
 * Registers the worker, again where its installation is cut: the files that it has fetched are
 * kept, and the next one goes on behind them.
 */
async function installWorker(pause: number): Promise<void> {
  const { serviceWorker } = navigator;
  let isCut = false;
  const resumeLater = (): void => {
    if (isCut) return;
    isCut = true;
    const resume = (): void => {
      clearTimeout(timer);
      stopListening();
      void installWorker(Math.min(pause * 2, RESUME_MS.longest));
    };
    const timer = setTimeout(resume, pause);
    const stopListening = onBackOnline(resume);
  };
  try {
    const registration = await serviceWorker.register('/sw.js');
    // the first one that is installed is taken at once
    const look = (): void =>
      useWaiting.setState({
        ready: registration.waiting !== null && serviceWorker.controller !== null,
      });
    const follow = (): void => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        look();
        if (worker.state === 'redundant' && !registration.active) resumeLater();
      });
    };
    follow();
    registration.addEventListener('updatefound', follow);
    take = () => {
      // another tab may have taken it meanwhile
      if (!registration.waiting) return location.reload();
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      send(registration.waiting, { type: 'SKIP_WAITING' });
    };
    look();
  } catch {
    resumeLater();
  }
}

/** Looks for new versions, and has the worker fetch what its installation left for later. */
function keepCurrent(registration: ServiceWorkerRegistration): void {
  const update = (): void => void registration.update().catch(() => undefined);
  const fetchRest = (): void => {
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname);
    send(registration.active, { type: 'FETCH_REST', loaded });
  };
  setInterval(update, UPDATE_CHECK_MS);
  onBackOnline(() => {
    fetchRest();
    // an update whose installation was cut resumes
    update();
  });
  fetchRest();
}
