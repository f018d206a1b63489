import { expect, test } from '@jest/globals';
import { comesFromAnotherSite } from './same-site.js';

const host = 'crm.example.com';

test.each([
  ['a request of no page', {}, false],
  ['our own page', { origin: 'https://crm.example.com' }, false],
  ['our own page, behind a proxy', { origin: 'https://sales.example.com' }, false],
  [
    'our own page, as a newer browser says',
    { origin: 'http://elsewhere', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
  ['another site', { origin: 'https://evil.example' }, true],
  ['another site, as a newer browser says', { 'sec-fetch-site': 'cross-site' }, true],
  [
    'a neighbour under the same domain',
    { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' },
    true,
  ],
  ['another port', { origin: 'https://crm.example.com:8443' }, true],
  ['a page without an origin', { origin: 'null' }, true],
])('%s: %j', (_, headers, another) =>
  expect(comesFromAnotherSite({ host, ...headers }, 'https://sales.example.com')).toBe(another),
);
