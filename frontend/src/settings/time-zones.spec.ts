import { expect, test } from '@jest/globals';
import { zoneOptions } from './time-zones.js';

test('India is found by the name that people look for, and no zone twice', () => {
  const labels = zoneOptions().map(({ label }) => label);
  expect(labels.filter((label) => /kolkata|calcutta/i.test(label))).toEqual(['Asia/Kolkata']);
  expect(labels).toEqual([...new Set(labels)]);
});
