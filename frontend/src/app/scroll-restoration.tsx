import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepText, keptFields } from '../ui/kept-text.js';

const kept = 'fieldtrace.scroll';
/**
 * How far each page was scrolled, by the key of its entry in the history. Where storage is
 * forbidden, a reloaded page begins at its top.
 */
const positions = keptFields<Record<string, number>>(kept, 'sessionStorage');

/**
 * Back, Forward and Reload find a page where it was left. Another page begins at its top; one of
 * which only the address changes stays. It stands before the page, which may then scroll to where
 * it opens.
 */
export function ScrollRestoration(): ReactNode {
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const before = useRef<string>(undefined);
  useEffect(keepPositions, []);
  useLayoutEffect(() => {
    const stays = how === 'REPLACE' && before.current === pathname;
    before.current = pathname;
    const stop = stays ? undefined : scrollOnceThere((how === 'POP' && positions[key]) || 0);
    const note = (): void => void (positions[key] = scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => {
      removeEventListener('scroll', note);
      stop?.();
    };
  }, [how, key, pathname]);
  return null;
}

/**
 * A list that comes later makes the page long enough only then. Whoever scrolls meanwhile, a person
 * or the page itself, has the say.
 */
function scrollOnceThere(top: number): () => void {
  scrollTo(0, top);
  let reached = scrollY;
  if (reached > top - 1) return () => undefined;
  const growing = new ResizeObserver(() => {
    if (scrollY === reached) {
      scrollTo(0, top);
      reached = scrollY;
      if (reached <= top - 1) return;
    }
    growing.disconnect();
  });
  growing.observe(document.body);
  return () => growing.disconnect();
}

/** A browser that restores by itself does so before the page is as long as it was. */
function keepPositions(): () => void {
  history.scrollRestoration = 'manual';
  const keep = (): void => {
    history.scrollRestoration = 'auto';
    keepText(kept, JSON.stringify(positions), 'sessionStorage');
  };
  addEventListener('pagehide', keep);
  return () => {
    removeEventListener('pagehide', keep);
    history.scrollRestoration = 'auto';
  };
}
