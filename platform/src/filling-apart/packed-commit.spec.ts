import { expect, test } from '@jest/globals';
import type { Commit } from '../read-store/read-store.js';
import { packed, unpacked } from './packed-commit.js';

const none = { line: 'live', expected: undefined, checkpoint: {} as Commit['checkpoint'], sums: [], changes: [] };
const again = (documents: Commit['documents'], plain: readonly string[] = []) =>
  unpacked(packed({ ...none, documents }, (collection) => plain.includes(collection))).documents;

test('documents come as they were sent, with what was there before them', () => {
  const documents = [
    { collection: 'lamps@1.1', id: 'new', json: '{"name":"Lamp ‘1’\\n"}', before: null },
    { collection: 'lamps@1.1', id: 'changed', json: '{"name":"b"}', before: '{"name":"a"}' },
    { collection: 'lamps@1.1', id: 'gone', json: undefined, before: '{"name":"c"}' },
    { collection: 'lamps@1.1', id: 'nobody\nknows', json: '{}', before: undefined },
    { collection: 'diary@1.1', id: 'new', json: '{}', before: null },
  ];
  expect(again(documents)).toEqual(documents);
});

test('what was there is not sent where nobody looks into it, only that it was', () => {
  const documents = [
    { collection: 'records', id: 'new', json: '{}', before: null },
    { collection: 'records', id: 'changed', json: '{}', before: '{"long":"text"}' },
  ];
  const [first, second] = again(documents, ['records']);
  expect(first!.before).toBeNull();
  expect(second!.before).not.toContain('long');
  expect(second!.before).toBeTruthy();
});
