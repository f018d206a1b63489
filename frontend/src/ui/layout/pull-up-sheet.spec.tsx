/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PullUpSheet } from './pull-up-sheet.js';

afterEach(cleanup);

const openSheet = (): HTMLElement => {
  render(<PullUpSheet>Stops</PullUpSheet>);
  return screen.getByRole('button', { name: 'Enlarge the list' });
};
const pull = (handle: HTMLElement, from: number, to: number): void => {
  fireEvent.pointerDown(handle, { clientY: from });
  fireEvent.pointerMove(handle, { clientY: to });
  fireEvent.pointerUp(handle, { clientY: to });
  // a browser sends a click after a pull too
  fireEvent.click(handle);
};
const isOpen = (handle: HTMLElement): boolean => handle.getAttribute('aria-expanded') === 'true';

test('keys open and close the sheet, whose content is there in both heights', async () => {
  const handle = openSheet();
  handle.focus();
  await userEvent.keyboard('{Enter}');
  expect(isOpen(handle)).toBe(true);
  expect(screen.getByText('Stops').id).toBe(handle.getAttribute('aria-controls'));
  await userEvent.keyboard(' ');
  expect(isOpen(handle)).toBe(false);
  expect(screen.getByText('Stops')).toBeDefined();
});

test('a pull opens and closes the sheet, and the click after it changes nothing', () => {
  const handle = openSheet();
  pull(handle, 600, 500);
  expect(isOpen(handle)).toBe(true);
  pull(handle, 100, 300);
  expect(isOpen(handle)).toBe(false);
});

test('a small move of the finger is a press', () => {
  const handle = openSheet();
  pull(handle, 600, 590);
  expect(isOpen(handle)).toBe(true);
});
