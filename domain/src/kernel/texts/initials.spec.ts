import { expect, test } from '@jest/globals';
import { initials } from './initials.js';

test.each([
  ['Asha Kulkarni', 'AK'],
  ['Venkatanarasimharajuvaripeta Builders & Developers Pvt Ltd', 'VL'],
  ['Madonna', 'M'],
  ['संजय पाटील', 'सप'],
  ['', '?'],
])('%s has the initials %s', (name, letters) => expect(initials(name)).toBe(letters));
