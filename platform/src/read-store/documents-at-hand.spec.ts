import { expect, test } from '@jest/globals';
import { DocumentsAtHand } from './documents-at-hand.js';

const document = (id: number, length = 800) => ({ id: String(id), json: 'x'.repeat(length) });

test('documents that are asked for again and again stay; others make room', () => {
  const shelf = new DocumentsAtHand(10_000).shelf();
  shelf.put(0, document(0));
  for (let row = 1; row < 100; row++) {
    expect(shelf.get(0)).toBeDefined();
    shelf.put(row, document(row));
  }
  expect(shelf.get(1)).toBeUndefined();
  expect(shelf.get(99)).toBeDefined();
});

test('all collections share the room', () => {
  const atHand = new DocumentsAtHand(10_000);
  const [one, other] = [atHand.shelf(), atHand.shelf()];
  one.put(1, document(1));
  for (let row = 0; row < 20; row++) other.put(row, document(row));
  expect(one.get(1)).toBeUndefined();
});

test('what is dropped is gone, in either generation', () => {
  const shelf = new DocumentsAtHand(4_000).shelf();
  shelf.put(1, document(1));
  shelf.put('one', document(1));
  shelf.put(2, document(2, 1_000));
  for (const key of [1, 'one', 2]) shelf.drop(key);
  for (const key of [1, 'one', 2]) expect(shelf.get(key)).toBeUndefined();
});
