import type { IncomingHttpHeaders } from 'node:http';
import { problem } from './problems/problem.js';
import type { RequestStep } from './request-steps.js';

/** Methods without effects are allowed from any site: another site cannot read the answer. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Whether a page of another site sent the request, by `Sec-Fetch-Site` or, in older browsers,
 * `Origin`. A request without either comes from no page. Second defence beside SameSite cookies,
 * for neighbours under the same domain.
 */
export function comesFromAnotherSite(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (typeof site === 'string') return !OWN_SITES.has(site);
  if (origin === undefined) return false;
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  return (
    from === undefined ||
    (from.host !== host && (publicUrl === undefined || from.origin !== new URL(publicUrl).origin))
  );
}

/** Refuses requests with effects that a page of another site sent. */
export const refuseOtherSites =
  (publicUrl: string | undefined): RequestStep =>
  ({ method, headers }) => {
    if (!SAFE_METHODS.has(method) && comesFromAnotherSite(headers, publicUrl))
      throw problem('another-site');
  };
