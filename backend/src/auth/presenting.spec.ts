import { allProjections } from '#projections/all-projections.js';
import { expect, test } from '@jest/globals';
import { exhaustive, withoutDocument } from './presenting.js';

const view = { name: 'cards', version: 1, events: {}, indexes: [], fold: () => undefined };

test('a view whose changes are sent needs a presenter', () => {
  expect(() => exhaustive([view], {})).toThrow('No presenter for cards');
  expect(() => exhaustive(allProjections, {})).toThrow('lead-list');
  expect(exhaustive([view], { cards: withoutDocument }).get('cards')).toBe(withoutDocument);
});
test('one whose changes are not sent needs none', () => expect(exhaustive([{ ...view, silent: true }], {}).size).toBe(0));
