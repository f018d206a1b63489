// Part of the service worker: what the server sends while the app is not open, and what a press on it opens.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url }, icon: '/icons/icon-192.png' }));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // in a window of its own: in one that is open somebody may be typing
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});
