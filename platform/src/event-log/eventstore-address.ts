import { BadConfig } from '../config.js';

/** What may be set behind the `?`, without hyphens and in small letters, as the client compares them. */
const heeded = new Set([
  ...['tls', 'tlscafile', 'usercertfile', 'userkeyfile', 'connectionname', 'nodepreference', 'dnsdiscover'],
  ...[
    'maxdiscoverattempts',
    'discoveryinterval',
    'gossiptimeout',
    'defaultdeadline',
    'keepaliveinterval',
    'keepalivetimeout',
    'throwonappendfailure',
  ],
]);

/**
 * Of an option that it does not heed the client only warns, again with each connection, and prints the whole address: the
 * password too.
 * @throws BadConfig that names the option
 */
export function checkOptions(url: string): void {
  const options = url.slice(url.lastIndexOf('@') + 1).matchAll(/[?&]([^=&?]+)=/g);
  for (const [, name = ''] of options)
    if (!heeded.has(name.trim().toLowerCase().replace(/[_-]/g, '')))
      throw new BadConfig(`EVENTSTORE_URL has an option without effect: ${name}. Leave it out; a certificate of your own is named by tlsCAFile.`);
}

/** In place of the client's own words, which repeat a part of the address. */
export const notAnAddress = () => new BadConfig('EVENTSTORE_URL must be an address such as esdb://events.example.com:2113?tls=true');
