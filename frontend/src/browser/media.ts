import { useSyncExternalStore } from 'react';

const phoneQuery = '(max-width: 767px)';

/** Whether the window is narrower than 768 px: sheets and cards instead of lists and tables. */
export const isPhone = (): boolean => matchMedia(phoneQuery).matches;

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window is narrower than 768 px; rerenders when the answer changes. */
export const useIsPhone = (): boolean => useMedia(phoneQuery);

/** Whether the page is printed: rerenders before and after. */
export const useIsPrinting = (): boolean => useMedia('print');

/** Whether the main pointer is a finger, as on a device with a camera at hand. */
export const hasTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether the browser reports no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => !navigator.onLine,
  );
}
