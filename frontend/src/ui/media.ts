import { useSyncExternalStore } from 'react';

/** Whether a media query holds, and again when it turns. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 768 px: sheets instead of lists beside a field, cards instead of tables. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 767px)');
}

/** Nothing travels for whoever asked for that. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
