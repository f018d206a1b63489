import type { IncomingMessage } from 'node:http';
import { isLocalHost, isLoopback, parseNetwork } from '../common/networks.js';

export type LocalRequest = {
  readonly headers: IncomingMessage['headers'];
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Whether a program on this machine sent the request to a local host name. Excludes proxied
 * requests, and pages that use DNS rebinding.
 */
export function isFromThisMachine({ headers, socket }: LocalRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return (
    !isForwarded &&
    isLoopback(parseNetwork(socket.remoteAddress)) &&
    (headers.host === undefined || isLocalHost(headers.host))
  );
}
