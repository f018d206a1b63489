import ipaddr from 'ipaddr.js';

/** Network of all unreadable addresses. */
const UNKNOWN_NETWORK = 'unknown';
/** 16-bit groups of an IPv6 site (/64), which can use a new address for each request. */
const SITE_GROUPS = 4;

/**
 * Network of an address: the IPv4 address, or the first 64 bits of an IPv6 address. Ignores port,
 * brackets, zone and IPv4-mapped spelling. Of a list it takes the last entry, which the nearest
 * proxy wrote.
 */
export function parseNetwork(address: string | undefined): string {
  const last = address?.slice(address.lastIndexOf(',') + 1).trim() ?? '';
  const host = withoutPort(last);
  if (!ipaddr.isValid(host)) return UNKNOWN_NETWORK;
  const parsed = ipaddr.process(host);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, SITE_GROUPS).map((group) => group.toString(16));
  return parsed.range() === 'loopback' ? LOOPBACK : `${groups.join(':')}::/64`;
}

export const isLoopback = (network: string): boolean =>
  network === LOOPBACK || network.startsWith('127.');

/** Whether a `Host` header names this machine: `localhost` or a loopback address. */
export function isLocalHost(host: string): boolean {
  const name = parseHostname(host);
  return name !== undefined && (/(^|\.)localhost$/.test(name) || isLoopback(parseNetwork(name)));
}

/** Whether the host is an IP address. DNS rebinding cannot fake one. */
export const isAddressLiteral = (host: string): boolean =>
  ipaddr.isValid(withoutPort(parseHostname(host) ?? ''));

/**
 * Host name in a `Host` header as browsers parse it, without port. Undefined for a header that no
 * browser sends.
 */
export function parseHostname(host: string): string | undefined {
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/** Prefix that identifies the provider, not the person: `49.36`. Undefined for a local network. */
export function networkPrefix(network: string): string | undefined {
  const address = network.replace(/\/64$/, '');
  if (!ipaddr.isValid(address) || ipaddr.parse(address).range() !== 'unicast') return undefined;
  const separator = address.includes(':') ? ':' : '.';
  return address.split(separator).slice(0, 2).join(separator);
}

const LOOPBACK = '::1';

function withoutPort(host: string): string {
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d*)?$|^([^:]*):\d*$/.exec(host) ?? [];
  return inBrackets ?? beforePort ?? host;
}
