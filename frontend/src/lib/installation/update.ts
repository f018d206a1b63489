import { create } from 'zustand';
import type { WorkerMessage } from './worker-message.js';
import { onBackOnline } from '../server/network.js';

/** Whether a new version waits. The person applies it, so that it never interrupts a form. */
const useUpdateState = create<{ readonly ready: boolean }>(() => ({ ready: false }));
let applyUpdate: () => void = () => undefined;

export function useUpdate(): {
  readonly ready: boolean;
  readonly apply: () => void;
  readonly postpone: () => void;
} {
  const ready = useUpdateState((state) => state.ready);
  return {
    ready,
    apply: () => applyUpdate(),
    postpone: () => useUpdateState.setState({ ready: false }),
  };
}

const UPDATE_CHECK_MS = 60 * 60_000;
/** Pauses before an interrupted installation resumes, unless the network is back before. */
const RESUME_MS = { first: 5_000, longest: 5 * 60_000 };

const send = (worker: ServiceWorker | null, message: WorkerMessage): void =>
  worker?.postMessage(message);

/** Installs the service worker. Insecure addresses have none. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.ready.then(checkForUpdates);
  void installWorker(RESUME_MS.first);
}

/**
 * Registers the worker, and again after an interrupted installation, which continues with the files
 * fetched so far.
 */
async function installWorker(pauseMs: number): Promise<void> {
  const { serviceWorker } = navigator;
  let isInterrupted = false;
  const resumeLater = (): void => {
    if (isInterrupted) return;
    isInterrupted = true;
    const resume = (): void => {
      clearTimeout(timer);
      stopListening();
      void installWorker(Math.min(pauseMs * 2, RESUME_MS.longest));
    };
    const timer = setTimeout(resume, pauseMs);
    const stopListening = onBackOnline(resume);
  };
  try {
    const registration = await serviceWorker.register('/sw.js');
    // the first installed version applies at once
    const checkWaiting = (): void =>
      useUpdateState.setState({
        ready: registration.waiting !== null && serviceWorker.controller !== null,
      });
    const watchInstallation = (): void => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        checkWaiting();
        if (worker.state === 'redundant' && !registration.active) resumeLater();
      });
    };
    watchInstallation();
    registration.addEventListener('updatefound', watchInstallation);
    applyUpdate = () => {
      // another tab may have applied it already
      if (!registration.waiting) return location.reload();
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      send(registration.waiting, { type: 'SKIP_WAITING' });
    };
    checkWaiting();
  } catch {
    resumeLater();
  }
}

/** Checks for new versions, and lets the worker fetch files that its installation left out. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  const update = (): void => void registration.update().catch(() => undefined);
  const requestRemainingFiles = (): void => {
    const loadedFiles = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname);
    send(registration.active, { type: 'FETCH_REST', loaded: loadedFiles });
  };
  setInterval(update, UPDATE_CHECK_MS);
  onBackOnline(() => {
    requestRemainingFiles();
    // resume an update whose installation was interrupted
    update();
  });
  requestRemainingFiles();
}
