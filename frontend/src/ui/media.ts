import { useSyncExternalStore } from 'react';

const phone = '(max-width: 767px)';

/**
 * Below 768 px, and again when it turns: sheets instead of lists beside a field, cards instead of
 * tables.
 */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(phone);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(phone).matches,
  );
}

/** Nothing travels for whoever asked for that. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether the browser says that it has no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => !navigator.onLine,
  );
}
