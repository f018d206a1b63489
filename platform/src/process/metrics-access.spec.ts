import { describe, expect, test } from '@jest/globals';
import { mayReadMetrics } from './metrics-access.js';

const requestFrom = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers,
  socket: { remoteAddress },
});

describe('without a token, metrics are shown', () => {
  test.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])(
    'to this machine (%s)',
    (address) => expect(mayReadMetrics(requestFrom(address), undefined)).toBe(true),
  );
  test.each(['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', ''])('not to %s', (address) =>
    expect(mayReadMetrics(requestFrom(address), undefined)).toBe(false),
  );
  test.each(['x-forwarded-for', 'forwarded'])(
    'to nobody behind a proxy on this machine (%s)',
    (header) =>
      expect(mayReadMetrics(requestFrom('127.0.0.1', { [header]: '127.0.0.1' }), undefined)).toBe(
        false,
      ),
  );
  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('under its own name %s', (host) =>
    expect(mayReadMetrics(requestFrom('127.0.0.1', { host }), undefined)).toBe(true),
  );
  test.each([
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1:99999',
    '[',
    '',
  ])('not under the name %j, which a foreign page may have resolved to this machine', (host) =>
    expect(mayReadMetrics(requestFrom('127.0.0.1', { host }), undefined)).toBe(false),
  );
});

test('with a token, metrics are shown to its bearers, from anywhere', () => {
  const authorizations = [
    undefined,
    'Bearer ',
    'Bearer wrong',
    'a-token-of-24-letters-or-so',
    'Bearer a-token-of-24-letters-or-so',
  ];
  const answers = authorizations.map((authorization) =>
    mayReadMetrics(
      requestFrom('127.0.0.1', authorization ? { authorization } : {}),
      'a-token-of-24-letters-or-so',
    ),
  );
  expect(answers).toEqual([false, false, false, false, true]);
  expect(
    mayReadMetrics(
      requestFrom('10.0.0.7', { authorization: 'Bearer a-token-of-24-letters-or-so' }),
      'a-token-of-24-letters-or-so',
    ),
  ).toBe(true);
});
