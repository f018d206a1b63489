import { use, type ComponentType, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Code } from '../ui/loading/code.js';
import { rerenderedByLanguage } from '../words/language.js';

/** Resolves when the screen has loaded or failed. */
export type FetchScreen = () => Promise<void>;

/**
 * Lazily loaded screen. The previous screen stays until then; `handle` fetches the code, and
 * retries after a failure.
 */
export function screen(
  load: () => Promise<{ default: ComponentType }>,
): Pick<RouteObject, 'Component' | 'handle'> {
  const code = new Code(async () => rerenderedByLanguage((await load()).default));
  const handle: FetchScreen = () => code.refetch();
  const Component = (): ReactNode => {
    // loaded code renders at once: `use` would suspend for a moment
    const Screen = code.loaded ?? use(code.fetch());
    return <Screen />;
  };
  return { Component, handle };
}
