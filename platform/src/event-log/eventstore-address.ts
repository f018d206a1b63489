import type { Credentials } from '@eventstore/db-client';
import { BadConfig } from '../common/config/config.js';

/** Options that the client knows, lower-cased as it compares them. */
const KNOWN_OPTIONS = new Set([
  'tls',
  'tlscafile',
  'connectionname',
  'nodepreference',
  'dnsdiscover',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'defaultdeadline',
  'keepaliveinterval',
  'keepalivetimeout',
]);

/**
 * Refuses unknown options, because the client would only warn, and print the address with its
 * password.
 * @throws BadConfig for an unknown option or a missing user
 */
export function checkOptions(url: string): void {
  const options = parseOptions(url);
  for (const name of options.keys())
    if (!KNOWN_OPTIONS.has(name))
      throw new BadConfig(
        `EVENTSTORE_URL has an option without effect: ${name}. Leave it out; a certificate of your own is named by tlsCAFile.`,
      );
  const needsUser = /^esdb/.test(url) && options.get('tls') !== 'false';
  if (needsUser && !parseUser(url))
    throw new BadConfig(
      'EVENTSTORE_URL has no user: esdb://user:password@…, or ?tls=false for a server that runs insecurely',
    );
}

/** Whether there are several nodes, listed or found by discovery. */
export const isCluster = (url: string): boolean =>
  /^esdb\+discover:/.test(url) || parseHosts(url).includes(',');

/** Credentials for an append; a server in insecure mode needs none. */
export const parseCredentials = (url: string): Credentials =>
  parseUser(url) ?? { username: '', password: '' };

/**
 * Adds our defaults to the address: nodes that never answer are skipped after 1 s in discovery, and
 * given up after 3 s as leader. Few discovery attempts, because nothing ends the search of a
 * discarded client.
 * @param attempt makes the options unique, since gRPC shares a connection between equal ones
 */
export function withDefaults(url: string, attempt = 0): string {
  const options = parseOptions(url);
  const defaults = {
    keepAliveTimeout: 3_000 + attempt,
    ...(isCluster(url) && { gossipTimeout: 1, discoveryInterval: 200, maxDiscoverAttempts: 3 }),
  };
  const missing = Object.entries(defaults).filter(([name]) => !options.has(name.toLowerCase()));
  const base = url.trim().replace(/\/+$/, '');
  return missing.reduce(
    (address, [name, value]) => `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`,
    base,
  );
}

function parseOptions(url: string): ReadonlyMap<string, string> {
  const options = url.slice(url.lastIndexOf('@') + 1).matchAll(/[?&]([^=&?]+)=([^&?]*)/g);
  return new Map(
    [...options].map(([, name = '', value = '']) => [
      name.trim().toLowerCase().replace(/[_-]/g, ''),
      value.trim(),
    ]),
  );
}

const parseHosts = (url: string): string =>
  url.slice(Math.max(url.indexOf('//') + 2, url.lastIndexOf('@') + 1)).split('?')[0]!;

function parseUser(url: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:]+):([^@]+)@/.exec(url.trim()) ?? [];
  return username === undefined || password === undefined
    ? undefined
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
