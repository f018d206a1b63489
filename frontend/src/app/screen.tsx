import { use, type ComponentType, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { inLanguage } from '../words/language.js';

/** Resolves when the screen is there, or has failed. */
export type FetchScreen = () => Promise<void>;

/** A screen is fetched when it is first gone to; what was there stays until it has come. `handle` fetches it, again where that has failed. */
export function screen(load: () => Promise<{ default: ComponentType }>): Pick<RouteObject, 'Component' | 'handle'> {
  let loading: Promise<ComponentType> | undefined;
  let shown: ComponentType | undefined;
  let hasFailed = false;
  const fetched = (): Promise<ComponentType> => {
    if (!loading) {
      loading = load().then(({ default: Screen }) => (shown = inLanguage(Screen)));
      loading.catch(() => (hasFailed = true));
    }
    return loading;
  };
  const handle: FetchScreen = async () => {
    if (hasFailed) loading = undefined;
    hasFailed = false;
    await fetched().catch(() => undefined);
  };
  const Component = (): ReactNode => {
    // one that is there is shown at once: React would show for a moment that it is awaited
    const Screen = shown ?? use(fetched());
    return <Screen />;
  };
  return { Component, handle };
}
