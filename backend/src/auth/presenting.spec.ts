import { expect, test } from '@jest/globals';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { presenterEntry, createPresenters, withoutDocument } from './presenting.js';

const view = (name: string, options: object = {}) =>
  ({ name, version: 1, events: {}, indexes: [], ...options }) as unknown as Projection;
const [leads, bills, people] = [view('leads'), view('bills'), view('people', { silent: true })];

test('the process does not start if a view with pushed changes has no presenter', () => {
  const entries = [presenterEntry(leads, withoutDocument), presenterEntry(bills, withoutDocument)];
  expect(createPresenters([leads, bills, people], entries).get('leads')).toBe(withoutDocument);
  expect(() => createPresenters([leads, bills, people], entries.slice(0, 1))).toThrow(
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
