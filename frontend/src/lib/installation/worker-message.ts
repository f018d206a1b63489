/** Messages to the service worker. `loaded`: paths of files that the page has loaded. */
export type WorkerMessage =
  | { readonly type: 'SKIP_WAITING' }
  | { readonly type: 'FETCH_REST'; readonly loaded: readonly string[] };
