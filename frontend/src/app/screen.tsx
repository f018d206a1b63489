import { use, type ComponentType, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Code } from '../ui/code.js';
import { inLanguage } from '../words/language.js';

/** Resolves when the screen is there, or has failed. */
export type FetchScreen = () => Promise<void>;

/**
 * A screen is fetched when it is first gone to; what was there stays until it has come. `handle`
 * fetches it, again where that has failed.
 */
export function screen(
  load: () => Promise<{ default: ComponentType }>,
): Pick<RouteObject, 'Component' | 'handle'> {
  const code = new Code(async () => inLanguage((await load()).default));
  const handle: FetchScreen = () => code.refetch();
  const Component = (): ReactNode => {
    // one that is there is shown at once: React would show for a moment that it is awaited
    const Screen = code.loaded ?? use(code.fetch());
    return <Screen />;
  };
  return { Component, handle };
}
