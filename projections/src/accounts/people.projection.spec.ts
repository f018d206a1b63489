import { expect, test } from '@jest/globals';
import { opened } from '#domain/accounts/account.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { people } from './people.projection.js';

test('a person has the current name, and the number is never pushed', () => {
  const { documents, changes } = project(
    people,
    recorded(
      ['account-1', opened],
      ['account-1', { type: 'ProfileChanged', data: { name: 'Asha K' } }],
    ),
  );
  expect([...documents]).toEqual([['1', { id: '1', name: 'Asha K' }]]);
  expect(changes).toEqual([]);
});
