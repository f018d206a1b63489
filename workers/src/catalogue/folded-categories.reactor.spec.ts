import { categoryAdded, categoryId } from '#domain/catalogue/catalogue.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { FoldedCategories } from './folded-categories.reactor.js';

test('claims the folded name of every category', () => {
  const stream = `category-org_${categoryId}`;
  const [event] = recorded([stream, categoryAdded]);
  expect(new FoldedCategories().react(event as never).commands).toMatchObject([
    { command: { type: 'FoldCategory', data: { categoryId } }, to: stream },
  ]);
});
