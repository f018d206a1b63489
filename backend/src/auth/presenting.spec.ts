import { expect, test } from '@jest/globals';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { presenterEntry, createPresenters, withoutDocument } from './presenting.js';

const view = (name: string, more: object = {}) =>
  ({ name, version: 1, events: {}, indexes: [], ...more }) as unknown as Projection;
const [leads, bills, people] = [view('leads'), view('bills'), view('people', { silent: true })];

test('the process does not start if a view with pushed changes has no presenter', () => {
  const all = [presenterEntry(leads, withoutDocument), presenterEntry(bills, withoutDocument)];
  expect(createPresenters([leads, bills, people], all).get('leads')).toBe(withoutDocument);
  expect(() => createPresenters([leads, bills, people], all.slice(0, 1))).toThrow(
    'have no presenter: bills',
  );
});

test('a presenter of a view without pushed changes is refused', () =>
  expect(() =>
    createPresenters(
      [leads, people],
      [presenterEntry(leads, withoutDocument), presenterEntry(people, withoutDocument)],
    ),
  ).toThrow('people'));
