import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Posts } from '#domain/posts.js';
import { arrivalOf } from '../ui/code.js';

const ADDRESS = '/api/crashes';
/** A crash repeats: the first reports of a page say all. */
const MAX_REPORTS = 3;
const MAX_COMPONENTS = 5;

/** Pattern of the route of a screen: an address has ids, a pattern has none. */
function screenOf(routes: RouteObject[], pathname: string): string {
  const segments = (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => route.path?.split('/') ?? [],
  );
  return `/${segments.join('/')}`;
}

/** Names of the innermost components of a stack, in the spelling of any browser. */
const componentsOf = (stack: string): string[] =>
  [...stack.matchAll(/^\s*(?:at )?([A-Za-z_$][\w$]{0,39})(?=[\s@]|$)/gm)]
    .map((match) => match[1] ?? '')
    .slice(0, MAX_COMPONENTS);

/** Hash in the name of the app's first file. */
const buildOf = (file = ''): string => /-([\w-]{8})\.js$/.exec(file)?.[1] ?? 'development';

/**
 * Tells the server of screens that crashed: error class, build, route pattern and component names.
 * Messages may hold what a person typed and are never sent. Nothing is kept where there is no
 * network.
 */
export class CrashReports {
  private readonly known = new WeakSet<object>();
  private count = 0;

  constructor(private readonly routes: RouteObject[]) {}

  /** Reports what `reportError` is given, and what nothing catches. */
  listen(): void {
    addEventListener('error', ({ error }: ErrorEvent) => this.report(error));
  }

  report = (
    error: unknown,
    { componentStack }: { readonly componentStack?: string | undefined } = {},
  ): void => {
    // code that could not be fetched is no crash
    if (
      !(error instanceof Error) ||
      this.known.has(error) ||
      arrivalOf(error) ||
      this.count === MAX_REPORTS ||
      !navigator.onLine
    )
      return;
    this.known.add(error);
    this.count += 1;
    const crash: Posts[typeof ADDRESS]['body'] = {
      error: /^[A-Za-z_$][\w$]{0,39}$/.test(error.name) ? error.name : Error.name,
      build: buildOf(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src),
      screen: screenOf(this.routes, location.pathname),
      components: componentsOf(componentStack ?? ''),
    };
    navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify(crash)], { type: 'application/json' }));
  };
}
