import { useCallback } from 'react';
import { type NavigateOptions, type To, useNavigate as useRouterNavigate } from 'react-router-dom';

let isOnItsWay = false;
const waiting: (() => void)[] = [];

/** Said by the router: where it goes is not shown before its screen has been fetched. */
export function leaving(): void {
  isOnItsWay = true;
}

export function arrived(): void {
  isOnItsWay = false;
  for (const resolve of waiting.splice(0)) resolve();
}

/** Resolves when the page is shown: until then a form that leads there stays busy. */
export function useNavigate(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useRouterNavigate();
  return useCallback(
    async (to, options) => {
      await navigate(to, options);
      if (isOnItsWay) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    [navigate],
  );
}
