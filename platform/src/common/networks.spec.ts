import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { networkPrefix, isLoopback, parseNetwork } from './networks.js';

const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
const groups = fc.array(fc.nat(65_535), { minLength: 8, maxLength: 8 });

/** Ways in which one IPv4 address may be written. */
const spellingsOfIPv4 = (octets: number[]): string[] => {
  const dotted = octets.join('.');
  const [a, b, c, d] = octets as [number, number, number, number];
  const mapped = new ipaddr.IPv4(octets).toIPv4MappedAddress();
  return [
    dotted,
    ` ${dotted} `,
    `${dotted}:1`,
    `${dotted}:65535`,
    String(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d),
    octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
    `::ffff:${dotted}`,
    `::FFFF:${dotted}`,
    mapped.toString(),
    mapped.toNormalizedString(),
    `[::ffff:${dotted}]:443`,
  ];
};

/** Ways in which one IPv6 address may be written. */
const spellingsOfIPv6 = (parts: number[]): string[] => {
  const address = new ipaddr.IPv6(parts);
  const short = address.toRFC5952String();
  const padded = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
  return [
    short,
    short.toUpperCase(),
    address.toNormalizedString(),
    padded,
    padded.toUpperCase(),
    `[${short}]`,
    `[${padded}]:8443`,
    `${short}%eth0`,
    ` ${short}`,
  ];
};

const isPlainIPv6 = (parts: number[]) => new ipaddr.IPv6(parts).range() === 'unicast';

describe('one network', () => {
  test('is one IPv4 address in any spelling, direct or by proxy', () =>
    fc.assert(
      fc.property(bytes, (octets) =>
        expect(new Set(spellingsOfIPv4(octets).map(parseNetwork))).toEqual(
          new Set([octets.join('.')]),
        ),
      ),
    ));

  test('is one IPv6 /64 in any spelling', () =>
    fc.assert(
      fc.property(groups.filter(isPlainIPv6), groups, (one, another) => {
        const neighbour = [...one.slice(0, 4), ...another.slice(4)];
        expect(
          new Set([...spellingsOfIPv6(one), ...spellingsOfIPv6(neighbour)].map(parseNetwork)).size,
        ).toBe(1);
      }),
    ));

  test('is the nearest proxy’s entry, whatever precedes it in the list', () =>
    fc.assert(
      fc.property(fc.string(), bytes, (before, octets) =>
        expect(parseNetwork(`${before}, ${octets.join('.')}`)).toBe(octets.join('.')),
      ),
    ));

  test.each([
    '',
    undefined,
    'unknown',
    '_hidden',
    '999.1.2.3',
    '1.2.3.4.5',
    'g::1',
    '[',
    '[]',
    '::1::2',
    '💥',
  ])('contains everything that is no address, such as %p', (junk) =>
    expect(parseNetwork(junk)).toBe('unknown'),
  );
});

describe('two networks', () => {
  test('are two IPv4 addresses', () =>
    fc.assert(
      fc.property(
        bytes,
        bytes,
        (one, another) =>
          (parseNetwork(one.join('.')) === parseNetwork(another.join('.'))) ===
          (one.join() === another.join()),
      ),
    ));
  test('are two IPv6 /64', () =>
    expect(parseNetwork('2001:db8:0:1::1')).not.toBe(parseNetwork('2001:db8:0:2::1')));
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1:80', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::2', false],
  ['10.0.0.1', false],
  ['1270.0.0.1', false],
  ['junk', false],
])('%s is this machine: %p', (address, expected) =>
  expect(isLoopback(parseNetwork(address))).toBe(expected),
);

test.each([
  ['49.36.101.7', '49.36'],
  ['::ffff:49.36.101.7', '49.36'],
  ['2405:201:1:2::9', '2405:201'],
  ['127.0.0.1', undefined],
  ['::1', undefined],
  ['192.168.1.7', undefined],
  ['10.0.0.1', undefined],
  ['fd00::1', undefined],
  ['junk', undefined],
])('%s is anonymised to %p', (address, beginning) =>
  expect(networkPrefix(parseNetwork(address))).toBe(beginning),
);
