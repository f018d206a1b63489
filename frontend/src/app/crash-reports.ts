import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Posts } from '#domain/posts.js';
import { findArrival } from '../ui/loading/code.js';

const ADDRESS = '/api/crashes';
/** Reports per page. A crash repeats, so the first ones suffice. */
const MAX_REPORTS = 3;
const MAX_COMPONENTS = 5;

/** Route pattern of a screen, which unlike its address has no ids. */
function screenOf(routes: RouteObject[], pathname: string): string {
  const segments = (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => route.path?.split('/') ?? [],
  );
  return `/${segments.join('/')}`;
}

/** Innermost component names of a stack trace, in any browser's format. */
const componentsOf = (stack: string): string[] =>
  [...stack.matchAll(/^\s*(?:at )?([A-Za-z_$][\w$]{0,39})(?=[\s@]|$)/gm)]
    .map((match) => match[1] ?? '')
    .slice(0, MAX_COMPONENTS);

/** Build hash in the file name of the app. */
const buildOf = (file = ''): string => /-([\w-]{8})\.js$/.exec(file)?.[1] ?? 'development';

/**
 * Reports crashed screens to the server: error class, build, route pattern and components. Never
 * messages, which may contain typed text. Nothing is stored offline.
 */
export class CrashReports {
  private readonly reportedErrors = new WeakSet<object>();
  private reportCount = 0;

  constructor(private readonly routes: RouteObject[]) {}

  /** Reports errors given to `reportError`, and uncaught ones. */
  listen(): void {
    addEventListener('error', ({ error }: ErrorEvent) => this.report(error));
  }

  private isReportable(error: unknown): error is Error {
    return (
      error instanceof Error &&
      !this.reportedErrors.has(error) &&
      // code that failed to load is no crash
      !findArrival(error) &&
      this.reportCount < MAX_REPORTS &&
      navigator.onLine
    );
  }

  report = (
    error: unknown,
    { componentStack }: { readonly componentStack?: string | undefined } = {},
  ): void => {
    if (!this.isReportable(error)) return;
    this.reportedErrors.add(error);
    this.reportCount += 1;
    const crash: Posts[typeof ADDRESS]['body'] = {
      error: /^[A-Za-z_$][\w$]{0,39}$/.test(error.name) ? error.name : Error.name,
      build: buildOf(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src),
      screen: screenOf(this.routes, location.pathname),
      components: componentsOf(componentStack ?? ''),
    };
    navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify(crash)], { type: 'application/json' }));
  };
}
