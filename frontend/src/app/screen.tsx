import { use, type ComponentType, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { inLanguage } from '../words/language.js';

/** A screen is fetched when it is first gone to; what was there stays until it has come. `handle` fetches it, again where that has failed. */
export function screen(load: () => Promise<{ default: ComponentType }>): Pick<RouteObject, 'Component' | 'handle'> {
  let loading: Promise<ComponentType> | undefined;
  let hasFailed = false;
  const fetched = (): Promise<ComponentType> => {
    if (!loading) {
      loading = load().then(({ default: Screen }) => inLanguage(Screen));
      loading.catch(() => (hasFailed = true));
    }
    return loading;
  };
  const handle = (): void => {
    if (hasFailed) loading = undefined;
    hasFailed = false;
    void fetched();
  };
  const Component = (): ReactNode => {
    const Screen = use(fetched());
    return <Screen />;
  };
  return { Component, handle };
}
