/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Card, InlineList } from './surface.js';

beforeEach(() => {
  globalThis.reportError = jest.fn();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

test('a failing card shows an error with Retry, and affects no other card', async () => {
  let isBroken = true;
  const Tile = (): ReactNode => {
    if (isBroken) throw new TypeError('nothing there');
    return <p>12 leads</p>;
  };
  render(
    <>
      <Card title="Leads">
        <Tile />
      </Card>
      <Card title="Visits">
        <p>3 visits</p>
      </Card>
    </>,
  );
  expect(screen.getByText('This part could not be shown.')).toBeTruthy();
  expect(screen.getByText('3 visits')).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('12 leads')).toBeTruthy();
});

test('a line with dots wraps after a dot, and an empty item has none', () => {
  const { container } = render(<InlineList items={['Pune', undefined, 'Asha', false, '3 days']} />);
  const dot = '<span class="dot-end"></span><wbr>';
  expect(container.innerHTML).toBe(`Pune${dot}Asha${dot}3 days`);
});
