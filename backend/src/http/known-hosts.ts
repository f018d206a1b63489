import type { Config } from '#platform/common/config/config.js';
import { hostnameOf, isAddressLiteral, isLocalHost } from '#platform/common/network-of.js';
import { type LocalRequest, isFromThisMachine } from '#platform/process/local-request.js';
import type { IncomingHttpHeaders } from 'node:http';
import { problem } from './problem.js';
import type { RequestStep } from './request-steps.js';

type Inbox = Pick<Config, 'hasDevInbox' | 'devInboxForAll' | 'publicUrl'>;

/**
 * Whether the name in `Host` may be answered. While there is a dev inbox only names count that no
 * page of a stranger can have: this machine's own, `PUBLIC_URL`'s, and with `DEV_INBOX=1` addresses
 * in digits. Elsewhere every readable name counts.
 */
export function isKnownHost(
  { host }: Pick<IncomingHttpHeaders, 'host'>,
  { hasDevInbox, devInboxForAll, publicUrl }: Inbox,
): boolean {
  if (host === undefined) return true; // HTTP/1.0, which no browser speaks.
  const name = hostnameOf(host);
  if (name === undefined || !hasDevInbox) return name !== undefined;
  return (
    isLocalHost(host) ||
    (publicUrl !== undefined && new URL(publicUrl).hostname === name) ||
    (devInboxForAll && isAddressLiteral(host))
  );
}

/**
 * Whether the dev inbox and the demo's endpoint answer: to this machine, or with `DEV_INBOX=1` to
 * everybody.
 */
export const mayUseDevelopmentTools = (
  request: LocalRequest,
  { hasDevInbox, devInboxForAll }: Inbox,
): boolean => hasDevInbox && (devInboxForAll || isFromThisMachine(request));

/** Refuses requests to hosts that are not ours, to none that can be read, or to two at once. */
export const refuseUnknownHosts =
  (config: Inbox): RequestStep =>
  ({ headers, raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter(
      (header, index) => index % 2 === 0 && header.length === 4 && header.toLowerCase() === 'host',
    ).length;
    if (hosts > 1 || !isKnownHost(headers, config)) throw problem('unknown-host');
  };
