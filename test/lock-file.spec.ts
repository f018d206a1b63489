import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { withAddresses } from '../backend/scripts/lock-addresses.mjs';

test('each package of the lock file has its address (npm run lock writes them)', () => {
  const text = readFileSync('package-lock.json', 'utf8');
  expect(withAddresses(text) === text).toBe(true);
});
