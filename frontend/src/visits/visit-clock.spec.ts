import { expect, test } from '@jest/globals';
import { later } from './visit-clock.js';

const shown = { at: 60_000, counter: 1_000 };

test('the clock of a visit goes with the device’s', () => expect(later(shown, 65_000, 6_000).at).toBe(65_000));
test('set back, it goes on by the browser’s counter', () => expect(later(shown, 0, 6_000).at).toBe(65_000));
test('it has not stood still with a phone that slept, whose counter did', () => expect(later(shown, 3_660_000, 1_500).at).toBe(3_660_000));
test('in a page that is loaded anew, whose counter begins again, it shows no less than before', () => expect(later(shown, 0, 10).at).toBe(60_000));
