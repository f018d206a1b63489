import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

type Asked = { readonly headers: IncomingMessage['headers']; readonly socket: { readonly remoteAddress?: string | undefined } };

/**
 * Whether somebody may read `/metrics`: where there is a token, whoever sends it (`Authorization: Bearer …`); else programs on this
 * machine. What came through a proxy is nobody on this machine.
 */
export function mayReadMetrics({ headers, socket: { remoteAddress: address = '' } }: Asked, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();
