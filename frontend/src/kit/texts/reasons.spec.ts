import { afterEach, expect, test } from '@jest/globals';
import { lostReasons } from '#domain/leads/lead.values.js';
import { i18n } from '../../words/i18n.js';
import { lostReasonText, storedReason } from './reasons.js';

afterEach(() => i18n.activate('en-IN'));

test('a usual reason is stored as the same value in every language, own words as they are', () => {
  const storedText = (reason: string) => storedReason(reason, lostReasons);
  expect(storedText('Price')).toBe('Price');
  i18n.load('hi-IN', { Price: 'क़ीमत' });
  i18n.activate('hi-IN');
  expect(storedText('क़ीमत ')).toBe('Price');
  expect(storedText('Bought from a cousin')).toBe('Bought from a cousin');
  expect(lostReasonText('Price')).toBe('क़ीमत');
  expect(lostReasonText('Too dear')).toBe('Too dear');
});
