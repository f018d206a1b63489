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

test('an address has five parts, from the near to the far, without postal code and country', () =>
  expect(addressLine(pune)).toBe('12, North Main Road, Koregaon Park, Pune, Maharashtra'));

test('what is missing is left out, and what has a name is called by it', () => {
  const { house_number: _, neighbourhood: __, ...address } = pune.address;
  expect(addressLine({ ...pune, address })).toBe('North Main Road, Ghorpadi, Pune, Maharashtra');
  expect(addressLine({ ...pune, name: 'German Bakery', address })).toBe(
    'German Bakery, North Main Road, Ghorpadi, Pune, Maharashtra',
  );
});

test('where the server gives no parts, the first four of its line stand in', () => {
  const { display_name } = pune;
  expect(addressLine({ display_name })).toBe('12, North Main Road, Koregaon Park, Pune');
  expect(
    addressLine({
      display_name: 'Haveli, Maharashtra, 411001, India',
      address: { state: 'Maharashtra', country: 'India' },
    }),
  ).toBe('Haveli, Maharashtra');
});

test('a village whose district has its name is said once', () =>
  expect(
    addressLine({
      address: { road: 'Station Road', suburb: 'Satara', city: 'Satara', state: 'Maharashtra' },
    }),
  ).toBe('Station Road, Satara, Maharashtra'));

test('postal codes go wherever they stand, other numbers stay', () =>
  expect(
    addressLine({ address: { road: 'Road 1234567', suburb: 'Sector 12 411001', city: 'Pune' } }),
  ).toBe('Road 1234567, Sector 12, Pune'));

test('of nothing there is no address', () => {
  expect(addressLine({})).toBeUndefined();
  expect(addressLine({ display_name: 'India', address: { country: 'India' } })).toBeUndefined();
});

test('an address is one line, as long as a place may have', () => {
  const line = addressLine({ address: { road: `a\nb\u0007${'x'.repeat(400)}`, city: 'Pune' } })!;
  expect(line).toHaveLength(300);
  expect(line.startsWith('a b xxx')).toBe(true);
});
