import { expect, test } from '@jest/globals';
import { type FileUse, removePublication } from './files.js';

const createShownFile = (shownBy: FileUse['shownBy']) =>
  ({ kind: 'image', publishedTo: 'everybody', shownBy }) as FileUse;

test('a file that one record hides keeps the widest readers of its other records', () => {
  expect(
    removePublication(
      createShownFile({ one: 'everybody', two: 'members', three: 'everybody' }),
      'one',
    ),
  ).toMatchObject({ publishedTo: 'everybody' });
  expect(
    removePublication(createShownFile({ one: 'everybody', two: 'members' }), 'one'),
  ).toMatchObject({
    publishedTo: 'members',
  });
  expect(removePublication(createShownFile({ one: 'everybody' }), 'one')).not.toHaveProperty(
    'publishedTo',
  );
});
