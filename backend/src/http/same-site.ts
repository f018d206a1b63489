import type { IncomingHttpHeaders } from 'node:http';
import { problem } from './problem.js';
import type { RequestStep } from './request-steps.js';

/** Methods without effects may come from any site: another site cannot read the answer. */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const ours: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Whether a page of another site had the browser send this. Browsers say so themselves, older ones
 * by the origin; a request without either comes from no page. Cookies of ours are not sent along
 * from elsewhere anyway (SameSite), but for a neighbour under the same domain: this is the second
 * lock.
 */
export function comesFromAnotherSite(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (typeof site === 'string') return !ours.has(site);
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
    if (!safe.has(method) && comesFromAnotherSite(headers, publicUrl))
      throw problem('another-site');
  };
