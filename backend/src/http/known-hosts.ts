import type { Config } from '#platform/common/config/config.js';
import { parseHostname, isAddressLiteral, isLocalHost } from '#platform/common/networks.js';
import { type LocalRequest, isFromThisMachine } from '#platform/process/local-request.js';
import type { IncomingHttpHeaders } from 'node:http';
import { problem } from './problems/problem.js';
import type { RequestStep } from './request-steps.js';

type DevInboxConfig = Pick<Config, 'hasDevInbox' | 'devInboxForAll' | 'publicUrl'>;

/**
 * Whether requests to the host name are answered. With a dev inbox, only names that no stranger's
 * page can have (DNS rebinding): local names, the host of `PUBLIC_URL`, and with `DEV_INBOX=1` IP
 * addresses.
 */
export function isKnownHost(
  { host }: Pick<IncomingHttpHeaders, 'host'>,
  { hasDevInbox, devInboxForAll, publicUrl }: DevInboxConfig,
): boolean {
  if (host === undefined) return true; // HTTP/1.0 has no Host header, and no browser sends it.
  const name = parseHostname(host);
  if (name === undefined || !hasDevInbox) return name !== undefined;
  return (
    isLocalHost(host) ||
    (publicUrl !== undefined && new URL(publicUrl).hostname === name) ||
    (devInboxForAll && isAddressLiteral(host))
  );
}

/**
 * Whether the dev inbox and the demo endpoint answer: to this machine, or with `DEV_INBOX=1` to
 * everybody.
 */
export const mayUseDevelopmentTools = (
  request: LocalRequest,
  { hasDevInbox, devInboxForAll }: DevInboxConfig,
): boolean => hasDevInbox && (devInboxForAll || isFromThisMachine(request));

/** Refuses requests with an unknown, unreadable or repeated host. */
export function refuseUnknownHosts(config: DevInboxConfig): RequestStep {
  // Nearly all requests name the same host, whose check is cached.
  let lastKnownHost: string | undefined;
  return ({ headers, raw: { rawHeaders } }) => {
    // Names and values alternate in `rawHeaders`.
    const hosts = rawHeaders.filter(
      (header, index) => index % 2 === 0 && header.length === 4 && header.toLowerCase() === 'host',
    ).length;
    if (hosts > 1) throw problem('unknown-host');
    if (headers.host === lastKnownHost) return;
    if (!isKnownHost(headers, config)) throw problem('unknown-host');
    lastKnownHost = headers.host;
  };
}
