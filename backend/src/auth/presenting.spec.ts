import { expect, test } from '@jest/globals';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { presenterEntry, createPresenters, withoutDocument } from './presenting.js';

const view = (name: string, more: object = {}) =>
  ({ name, version: 1, events: {}, indexes: [], ...more }) as unknown as Projection;
const [leads, bills, people] = [view('leads'), view('bills'), view('people', { silent: true })];

test('of each view whose changes are sent it is said how it is shown, or nothing starts', () => {
  const all = [presenterEntry(leads, withoutDocument), presenterEntry(bills, withoutDocument)];
  expect(createPresenters([leads, bills, people], all).get('leads')).toBe(withoutDocument);
  expect(() => createPresenters([leads, bills, people], all.slice(0, 1))).toThrow('shown: bills');
});

test('a presenter of a view whose changes are not sent is a mistake', () =>
  expect(() =>
    createPresenters(
      [leads, people],
      [presenterEntry(leads, withoutDocument), presenterEntry(people, withoutDocument)],
    ),
  ).toThrow('people'));
