import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Spells a path like its route: no extra slashes, lower-case segments and ids. Routes ignore case,
 * but screens compare paths.
 */
export function canonicalPath(routes: RouteObject[], pathname: string): string {
  const matches = matchRoutes(routes, pathname.replace(/\/{2,}/g, '/')) ?? [];
  if (matches.some(({ route }) => route.path === '*')) return pathname;
  const params = matches.at(-1)?.params ?? {};
  const segments = matches.flatMap(({ route }) => route.path?.split('/') ?? []);
  const spelledSegments = segments.map((segment) =>
    segment.startsWith(':')
      ? encodeURIComponent((params[segment.slice(1)] ?? '').toLowerCase())
      : segment,
  );
  return `/${spelledSegments.join('/')}`;
}
