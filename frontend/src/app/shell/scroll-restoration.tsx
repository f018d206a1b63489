import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { storeText, readStoredFields } from '../../browser/stored-text.js';

const STORAGE_KEY = 'fieldtrace.scroll';
/** Scroll positions by history key. Without storage a reloaded page begins at its top. */
const positions = readStoredFields<Record<string, number>>(STORAGE_KEY, 'sessionStorage');

/**
 * Restores scroll positions on Back, Forward and Reload. A new page begins at its top. Rendered
 * before the page, which may then scroll elsewhere.
 */
export function ScrollRestoration(): ReactNode {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const lastPathname = useRef<string>(undefined);
  useEffect(disableBrowserRestoration, []);
  useLayoutEffect(() => {
    const isSamePage = navigation === 'REPLACE' && lastPathname.current === pathname;
    lastPathname.current = pathname;
    const top = (navigation === 'POP' && positions[key]) || 0;
    const stop = isSamePage ? undefined : scrollWhenLongEnough(top);
    const rememberPosition = (): void => void (positions[key] = scrollY);
    addEventListener('scroll', rememberPosition, { passive: true });
    return () => {
      removeEventListener('scroll', rememberPosition);
      stop?.();
    };
  }, [navigation, key, pathname]);
  return null;
}

/** Browsers round positions. */
const TOLERANCE_PX = 1;

/** Waits until the page is long enough. Any other scrolling cancels. */
function scrollWhenLongEnough(top: number): () => void {
  scrollTo(0, top);
  let scrolledTo = scrollY;
  if (scrolledTo > top - TOLERANCE_PX) return () => undefined;
  const resizeObserver = new ResizeObserver(() => {
    if (scrollY === scrolledTo) {
      scrollTo(0, top);
      scrolledTo = scrollY;
      if (scrolledTo <= top - TOLERANCE_PX) return;
    }
    resizeObserver.disconnect();
  });
  resizeObserver.observe(document.body);
  return () => resizeObserver.disconnect();
}

/** Disables the browser's own restoration, which runs before the page has its length. */
function disableBrowserRestoration(): () => void {
  history.scrollRestoration = 'manual';
  const storePositions = (): void => {
    history.scrollRestoration = 'auto';
    storeText(STORAGE_KEY, JSON.stringify(positions), 'sessionStorage');
  };
  addEventListener('pagehide', storePositions);
  return () => {
    removeEventListener('pagehide', storePositions);
    history.scrollRestoration = 'auto';
  };
}
