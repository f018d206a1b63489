import type { Credentials } from '@eventstore/db-client';
import { BadConfig } from '../common/config/config.js';

/** Options of the address that the client knows, as it compares them. */
const known = new Set([
  ...['tls', 'tlscafile', 'connectionname', 'nodepreference', 'dnsdiscover'],
  ...[
    'maxdiscoverattempts',
    'discoveryinterval',
    'gossiptimeout',
    'defaultdeadline',
    'keepaliveinterval',
    'keepalivetimeout',
  ],
]);

/**
 * Refuses unknown options: the client would only warn, and print the address with its password.
 * @throws BadConfig that names the option, or says that a user is missing
 */
export function checkOptions(url: string): void {
  const named = optionsOf(url);
  for (const name of named.keys())
    if (!known.has(name))
      throw new BadConfig(
        `EVENTSTORE_URL has an option without effect: ${name}. Leave it out; a certificate of your own is named by tlsCAFile.`,
      );
  if (/^esdb/.test(url) && named.get('tls') !== 'false' && !userOf(url))
    throw new BadConfig(
      'EVENTSTORE_URL has no user: esdb://user:password@…, or ?tls=false for a server that runs insecurely',
    );
}

/** Several nodes, of which one leads: named, or found by their name. */
export const isCluster = (url: string): boolean =>
  /^esdb\+discover:/.test(url) || hostsOf(url).includes(',');

/** For an append. A server that runs insecurely needs none. */
export const credentialsOf = (url: string): Credentials =>
  userOf(url) ?? { username: '', password: '' };

/**
 * The address with what we set where it says nothing else: a node that takes a connection and never
 * answers is passed over after a second when nodes are asked who leads, and given up after three
 * when it is the leader. Nodes are asked a few times only, because nothing ends the search of a
 * client that was given up; the connection repeats it.
 * @param attempt makes a connection of its own: gRPC shares one between clients whose options are
 * equal
 */
export function withDefaults(url: string, attempt = 0): string {
  const named = optionsOf(url);
  const defaults = {
    keepAliveTimeout: 3_000 + attempt,
    ...(isCluster(url) && { gossipTimeout: 1, discoveryInterval: 200, maxDiscoverAttempts: 3 }),
  };
  const added = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  const base = url.trim().replace(/\/+$/, '');
  return added.reduce(
    (address, [name, value]) => `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`,
    base,
  );
}

function optionsOf(url: string): ReadonlyMap<string, string> {
  const options = url.slice(url.lastIndexOf('@') + 1).matchAll(/[?&]([^=&?]+)=([^&?]*)/g);
  return new Map(
    [...options].map(([, name = '', value = '']) => [
      name.trim().toLowerCase().replace(/[_-]/g, ''),
      value.trim(),
    ]),
  );
}

const hostsOf = (url: string): string =>
  url.slice(Math.max(url.indexOf('//') + 2, url.lastIndexOf('@') + 1)).split('?')[0]!;

function userOf(url: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:]+):([^@]+)@/.exec(url.trim()) ?? [];
  return username === undefined || password === undefined
    ? undefined
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
