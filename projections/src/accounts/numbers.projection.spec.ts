import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { numbers } from './numbers.projection.js';

test('an account has its current number, which is never pushed', () => {
  const accountOpened = { type: 'AccountOpened', data: { name: 'Asha', phone: '+919812345678' } };
  const phoneChanged = { type: 'PhoneChanged', data: { phone: '+919812345679' } };
  const { documents, changes } = project(
    numbers,
    recorded(['account-1', accountOpened], ['account-1', phoneChanged]),
  );
  expect([...documents]).toEqual([['1', { id: '1', phone: '+919812345679' }]]);
  expect(changes).toEqual([]);
});
