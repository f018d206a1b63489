/**
 * Opens the app without a network: fetches the screens of a rep while it installs, and the rest
 * afterwards.
 */
import { type BuiltFile, KeptFiles } from './kept-files.js';
import type { WorkerMessage } from '../src/lib/installation/worker-message.js';
import { isServerPath } from './server-paths.js';

declare const self: ServiceWorkerGlobalScope;
/**
 * All files of the build, in the order in which they are fetched. Written by
 * service-worker.plugin.ts.
 */
declare const BUILT_FILES: readonly BuiltFile[];

const files = new KeptFiles(
  BUILT_FILES,
  self.location.origin,
  (name) => caches.open(name),
  (request) => fetch(request),
);

self.addEventListener('install', (event) => {
  const fetchWhatIsNeeded = async (): Promise<void> => {
    await files.fetchStage('core');
    // an update replaces a build whose dialogs open without a network
    if (self.registration.active) await files.fetchStage('part');
  };
  event.waitUntil(fetchWhatIsNeeded());
});

self.addEventListener('activate', (event) => {
  const prepare = async (): Promise<void> => {
    // the page that is open already gets its further files from here, too
    await self.clients.claim();
    for (const name of await caches.keys())
      if (name.startsWith('workbox-')) await caches.delete(name);
    await files.deleteOthers();
  };
  event.waitUntil(prepare());
});

let fetchingRest: Promise<void> | undefined;
/** Called when a page opens and each time the network is back. A file that fails ends the run. */
function fetchRest(loaded: readonly string[]): Promise<void> {
  fetchingRest ??= files
    .storeLoaded(loaded)
    .then(() => files.fetchStage('part'))
    .then(() => files.fetchStage('rest'))
    .catch(() => undefined)
    .finally(() => (fetchingRest = undefined));
  return fetchingRest;
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  else event.waitUntil(fetchRest(message.loaded));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const file =
    files.find(pathname) ??
    (request.mode === 'navigate' && !isServerPath(pathname)
      ? files.find('/index.html')
      : undefined);
  if (file) event.respondWith(files.answer(file));
});

// ── what the server sends while the app is not open ──

type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
};

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() as PushMessage;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      data: { url },
      icon: '/icons/icon-192.png',
    }),
  );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { readonly url: string };
  // in a window of its own: in one that is open somebody may be typing
  event.waitUntil(self.clients.openWindow(url));
});
