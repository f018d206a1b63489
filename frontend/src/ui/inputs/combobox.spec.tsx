/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Combobox } from './combobox.js';

const people = ['Imran Sayyed', 'Zoë D’Souza', 'कविता शाह'].map((label, index) => ({
  value: String(index),
  label,
}));
const lower = String.prototype.toLocaleLowerCase;
const upper = String.prototype.toLocaleUpperCase;
beforeEach(() => {
  globalThis.matchMedia = jest.fn(() => ({
    matches: false,
    addEventListener: jest.fn(),
    removeEventListener: jest.fn(),
  })) as never;
  // Simulates a browser in Turkish, where the lower case of I has no dot.
  String.prototype.toLocaleLowerCase = function (this: string) {
    return lower.call(this, 'tr');
  };
  String.prototype.toLocaleUpperCase = function (this: string) {
    return upper.call(this, 'tr');
  };
});
afterEach(() => {
  cleanup();
  String.prototype.toLocaleLowerCase = lower;
  String.prototype.toLocaleUpperCase = upper;
});

test.each([
  ['imran', 'Imran Sayyed'],
  ['IMRAN', 'Imran Sayyed'],
  ["d'souza", 'Zoë D’Souza'],
  ['कविता', 'कविता शाह'],
])('a name is found by %s in a browser of any language', async (typed, name) => {
  render(
    <MemoryRouter>
      <Combobox label="Member" options={people} value={undefined} onValue={() => undefined} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search Member' }), typed);
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([name]),
  );
});
