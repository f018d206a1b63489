import { expect, test } from '@jest/globals';
import { zoneOptions } from './time-zones.js';

test('India’s zone is found by its usual name, and each zone is listed once', () => {
  const labels = zoneOptions().map(({ label }) => label);
  expect(labels.filter((label) => /kolkata|calcutta/i.test(label))).toEqual(['Asia/Kolkata']);
  expect(labels).toEqual([...new Set(labels)]);
});
