/**
 * Opens the app without a network: fetches the screens of a rep while it installs, and the rest
 * afterwards.
 */
import { type BuiltFile, BuiltFiles } from './built-files.js';
import type { WorkerMessage } from '../src/lib/installation/worker-message.js';
import { isServerPath } from './server-paths.js';

declare const self: ServiceWorkerGlobalScope;
/**
 * All files of the build, in the order in which they are fetched. Written by
 * service-worker.plugin.ts.
 */
declare const BUILT_FILES: readonly BuiltFile[];

const files = new BuiltFiles(
  BUILT_FILES,
  self.location.origin,
  (name) => caches.open(name),
  (request) => fetch(request),
);

self.addEventListener('install', (event) => {
  const fetchForInstallation = async (): Promise<void> => {
    await files.fetchStage('core');
    // the replaced build opens its dialogs without a network, so the new one has to
    if (self.registration.active) await files.fetchStage('part');
  };
  event.waitUntil(fetchForInstallation());
});

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    // an open page gets its further files from this worker too
    await self.clients.claim();
    // caches of the earliest builds, whose worker was made by Workbox
    for (const name of await caches.keys())
      if (name.startsWith('workbox-')) await caches.delete(name);
    await files.deleteObsolete();
  };
  event.waitUntil(takeOver());
});

let runningFetch: Promise<void> | undefined;
/** Called when a page opens and each time the network is back. Stops at a file that fails. */
function fetchRemainingFiles(loadedPaths: readonly string[]): Promise<void> {
  runningFetch ??= files
    .storeLoaded(loadedPaths)
    .then(() => files.fetchStage('part'))
    .then(() => files.fetchStage('rest'))
    .catch(() => undefined)
    .finally(() => (runningFetch = undefined));
  return runningFetch;
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  else event.waitUntil(fetchRemainingFiles(message.loaded));
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
  if (file) event.respondWith(files.respond(file));
});

// ── push messages ──

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
  // opens another window, because somebody may be typing in an open one
  event.waitUntil(self.clients.openWindow(url));
});
