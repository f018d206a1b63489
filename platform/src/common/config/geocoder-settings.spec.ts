import { expect, test } from '@jest/globals';
import { geocoderSettings } from './geocoder-settings.js';

const wrong = (set: Record<string, string>) =>
  geocoderSettings.safeParse(set).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test('without an address there is no geocoder', () => expect(geocoderSettings.parse({})).toBeUndefined());

test('an address comes with how its keeper reaches who asks', () => {
  const set = { GEOCODER_URL: 'https://nominatim.example.com', GEOCODER_CONTACT: 'it@example.com' };
  expect(geocoderSettings.parse(set)).toEqual({ url: 'https://nominatim.example.com', contact: 'it@example.com' });
  expect(wrong({ GEOCODER_URL: set.GEOCODER_URL })).toEqual(['GEOCODER_CONTACT must be set too, because GEOCODER_URL is: geocoders ask for it']);
});

test('a contact is one line of a header', () => {
  expect(wrong({ GEOCODER_CONTACT: 'it@example.com\r\nX: y' })).toEqual([
    'GEOCODER_CONTACT must be an e-mail address or a page, so that who runs the geocoder can reach who uses it',
  ]);
});
