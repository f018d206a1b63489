import { expect, test } from '@jest/globals';
import { addressLine } from './address-parts.js';

const pune = {
  name: '',
  display_name:
    '12, North Main Road, Koregaon Park, Pune, Haveli, Pune District, Maharashtra, 411001, India',
  address: {
    house_number: '12',
    road: 'North Main Road',
    neighbourhood: 'Koregaon Park',
    suburb: 'Ghorpadi',
    city: 'Pune',
    county: 'Haveli',
    state_district: 'Pune District',
    state: 'Maharashtra',
    postcode: '411001',
    country: 'India',
    country_code: 'in',
  },
};

test('an address has five parts, from near to far, without postal code and country', () =>
  expect(addressLine(pune)).toBe('12, North Main Road, Koregaon Park, Pune, Maharashtra'));

test('missing parts are left out, and named places keep their name', () => {
  const { house_number: _, neighbourhood: __, ...address } = pune.address;
  expect(addressLine({ ...pune, address })).toBe('North Main Road, Ghorpadi, Pune, Maharashtra');
  expect(addressLine({ ...pune, name: 'German Bakery', address })).toBe(
    'German Bakery, North Main Road, Ghorpadi, Pune, Maharashtra',
  );
});

test('without parts, the first four of the server’s line are used', () => {
  const { display_name } = pune;
  expect(addressLine({ display_name })).toBe('12, North Main Road, Koregaon Park, Pune');
  expect(
    addressLine({
      display_name: 'Haveli, Maharashtra, 411001, India',
      address: { state: 'Maharashtra', country: 'India' },
    }),
  ).toBe('Haveli, Maharashtra');
});

test('a village named like its district is written once', () =>
  expect(
    addressLine({
      address: { road: 'Station Road', suburb: 'Satara', city: 'Satara', state: 'Maharashtra' },
    }),
  ).toBe('Station Road, Satara, Maharashtra'));

test('postal codes are removed anywhere, other numbers stay', () =>
  expect(
    addressLine({ address: { road: 'Road 1234567', suburb: 'Sector 12 411001', city: 'Pune' } }),
  ).toBe('Road 1234567, Sector 12, Pune'));

test('an empty answer has no address', () => {
  expect(addressLine({})).toBeUndefined();
  expect(addressLine({ display_name: 'India', address: { country: 'India' } })).toBeUndefined();
});

test('an address is one line of limited length', () => {
  const line = addressLine({ address: { road: `a\nb\u0007${'x'.repeat(400)}`, city: 'Pune' } })!;
  expect(line).toHaveLength(300);
  expect(line.startsWith('a b xxx')).toBe(true);
});
