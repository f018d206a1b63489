import type { IncomingMessage } from 'node:http';
import { isLocalHost, isLoopback, networkOf } from '../common/network-of.js';

export type LocalRequest = {
  readonly headers: IncomingMessage['headers'];
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Whether a program on this machine asks, under one of this machine's own names. A proxy on it asks
 * for others, and so does a page whose name was resolved to this machine (DNS rebinding).
 */
export function isFromThisMachine({ headers, socket }: LocalRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return (
    !isForwarded &&
    isLoopback(networkOf(socket.remoteAddress)) &&
    (headers.host === undefined || isLocalHost(headers.host))
  );
}
