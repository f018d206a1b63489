import ipaddr from 'ipaddr.js';

/** Network that counts every unreadable address. */
const unknown = 'unknown';
/** An IPv6 site gets at least this much, and may take a new address out of it for each request. */
const groupsOfNetwork = 4;

/**
 * The network that an address belongs to: the IPv4 address itself, or the first 64 bits of an IPv6
 * address. However it is spelled, with or without a port, brackets, a zone or as IPv4 within IPv6,
 * it is the same network. A list gives its last entry, the only one that the nearest proxy has
 * written itself.
 */
export function networkOf(address: string | undefined): string {
  const last = address?.slice(address.lastIndexOf(',') + 1).trim() ?? '';
  const host = withoutPort(last);
  if (!ipaddr.isValid(host)) return unknown;
  const read = ipaddr.process(host);
  if (read instanceof ipaddr.IPv4) return read.toString();
  const groups = read.parts.slice(0, groupsOfNetwork).map((group) => group.toString(16));
  return read.range() === 'loopback' ? loopback : `${groups.join(':')}::/64`;
}

export const isLoopback = (network: string): boolean =>
  network === loopback || network.startsWith('127.');

/**
 * Whether the value of a `Host` header names this machine: `localhost` or a loopback address, with
 * or without a port.
 */
export function isLocalHost(host: string): boolean {
  const name = hostnameOf(host);
  return name !== undefined && (/(^|\.)localhost$/.test(name) || isLoopback(networkOf(name)));
}

/**
 * Whether it is an address in digits. No page can have its own name resolved to this machine by
 * that (DNS rebinding).
 */
export const isAddressLiteral = (host: string): boolean =>
  ipaddr.isValid(withoutPort(hostnameOf(host) ?? ''));

/**
 * The name in a `Host` header as browsers read it, without its port; undefined where no browser
 * could have sent it.
 */
export function hostnameOf(host: string): string | undefined {
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/**
 * Enough of a network to recognise a provider by, and too little to find a person by: `49.36`.
 * Undefined within a local network.
 */
export function networkPrefix(network: string): string | undefined {
  const address = network.replace(/\/64$/, '');
  if (!ipaddr.isValid(address) || ipaddr.parse(address).range() !== 'unicast') return undefined;
  const mark = address.includes(':') ? ':' : '.';
  return address.split(mark).slice(0, 2).join(mark);
}

const loopback = '::1';

function withoutPort(host: string): string {
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d*)?$|^([^:]*):\d*$/.exec(host) ?? [];
  return inBrackets ?? beforePort ?? host;
}
