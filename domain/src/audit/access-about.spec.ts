import { expect, test } from '@jest/globals';
import { findAccessedRecord } from './access-about.js';

test.each([
  [
    'a history',
    'access',
    { about: { kind: 'lead', recordId: 'l1' } },
    { kind: 'lead', recordId: 'l1' },
  ],
  [
    'a refused decision',
    'access',
    { kind: 'bill', recordId: 'b1' },
    { kind: 'bill', recordId: 'b1' },
  ],
  ['all records of a kind', 'access', { kind: 'bill' }, { kind: 'bill', recordId: '' }],
] as const)('an access to %s names the record that it is about', (_, kind, data, about) =>
  expect(findAccessedRecord({ kind, data })).toEqual(about),
);

test.each([
  ['an access to a screen', 'access', { screen: 'feed' }],
  ['an event outside the access log', 'lead', { kind: 'bill', recordId: 'b1' }],
] as const)('%s names no record', (_, kind, data) =>
  expect(findAccessedRecord({ kind, data })).toBeUndefined(),
);
