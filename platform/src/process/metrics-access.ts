import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback, networkOf } from '../common/network-of.js';

type MetricsRequest = { readonly headers: IncomingMessage['headers']; readonly socket: { readonly remoteAddress?: string | undefined } };

/** Whether `/metrics` may be read: with the token where there is one, else by programs on this machine, but not through a proxy on it. */
export function mayReadMetrics({ headers, socket }: MetricsRequest, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback(networkOf(socket.remoteAddress));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
