import { expect, test } from '@jest/globals';
import { isKnownHost, mayUseDevelopmentTools } from './known-hosts.js';

const inbox = { hasDevInbox: true, devInboxForAll: false, publicUrl: undefined };
const openToAll = { ...inbox, devInboxForAll: true };
const production = { ...inbox, hasDevInbox: false };
const requestFrom = (remoteAddress: string, host: string, headers = {}) => ({
  headers: { host, ...headers },
  socket: { remoteAddress },
});

test.each([
  ['localhost:3000', true, true],
  ['127.0.0.1:3000', true, true],
  ['[::1]:3000', true, true],
  ['app.localhost', true, true],
  ['evil.example:3000', false, true],
  ['localhost.evil.example', false, true],
  ['127.0.0.1.nip.example', false, true],
  ['localhost@evil.example', false, false],
  ['192.168.1.7:3000', false, true],
  ['[', false, false],
  ['a b', false, false],
  [`x'><script>`, false, false],
  ['127.0.0.1:99999', false, false],
  ['%00', false, false],
  ['', false, false],
])(
  'Host %j is known beside a dev inbox: %p, in production: %p',
  (host, withInbox, inProduction) => {
    expect(isKnownHost({ host }, inbox)).toBe(withInbox);
    expect(isKnownHost({ host }, production)).toBe(inProduction);
  },
);

test('DEV_INBOX=1 adds numeric addresses and no names', () => {
  const hosts = ['192.168.1.7:3000', '[2001:db8::7]:3000', 'evil.example'];
  expect(hosts.map((host) => isKnownHost({ host }, openToAll))).toEqual([true, true, false]);
});

test('the host of PUBLIC_URL is known on any port', () => {
  const named = { ...openToAll, publicUrl: 'http://office.example:8080' };
  expect(
    ['office.example', 'office.example:8080', 'OFFICE.example', 'other.example'].map((host) =>
      isKnownHost({ host }, named),
    ),
  ).toEqual([true, true, true, false]);
});

test.each([
  ['this machine', requestFrom('127.0.0.1', 'localhost:3000'), true],
  ['a neighbour in the network', requestFrom('192.168.1.9', '192.168.1.7:3000'), false],
  ['a neighbour who claims to be local', requestFrom('192.168.1.9', 'localhost'), false],
  [
    'a proxy on this machine',
    requestFrom('127.0.0.1', 'localhost', { 'x-forwarded-for': '10.0.0.1' }),
    false,
  ],
  ['a rebound name', requestFrom('127.0.0.1', 'evil.example:3000'), false],
])('%s may read the dev inbox: %j, %p', (_, request, may) => {
  expect(mayUseDevelopmentTools(request, inbox)).toBe(may);
  expect(mayUseDevelopmentTools(request, openToAll)).toBe(true);
  expect(mayUseDevelopmentTools(request, production)).toBe(false);
});
