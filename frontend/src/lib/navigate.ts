import { useCallback } from 'react';
import { type NavigateOptions, type To, useNavigate as useRouterNavigate } from 'react-router-dom';

let isNavigating = false;
const resolvers: (() => void)[] = [];

/** Called by the router: the next page shows after its code has loaded. */
export function markNavigationStart(): void {
  isNavigating = true;
}

/** Whether a next page is loading. Another navigation now would replace it. */
export const isLoadingPage = (): boolean => isNavigating;

export function markNavigationEnd(): void {
  isNavigating = false;
  for (const resolve of resolvers.splice(0)) resolve();
}

/** Navigates and resolves when the page is shown. A form that leads there stays busy until then. */
export function useNavigate(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useRouterNavigate();
  return useCallback(
    async (to, options) => {
      await navigate(to, options);
      if (isNavigating) await new Promise<void>((resolve) => resolvers.push(resolve));
    },
    [navigate],
  );
}
