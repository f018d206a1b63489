import { expect, test } from '@jest/globals';
import { type FileUse, removePublication } from './files.js';

const shown = (shownBy: FileUse['shownBy']) =>
  ({ kind: 'image', publishedTo: 'everybody', shownBy }) as FileUse;

test('a file that one record hides keeps the widest readers of its other records', () => {
  expect(
    removePublication(shown({ one: 'everybody', two: 'members', three: 'everybody' }), 'one'),
  ).toMatchObject({ publishedTo: 'everybody' });
  expect(removePublication(shown({ one: 'everybody', two: 'members' }), 'one')).toMatchObject({
    publishedTo: 'members',
  });
  expect(removePublication(shown({ one: 'everybody' }), 'one')).not.toHaveProperty('publishedTo');
});
