/** @jest-environment ./test/browser-environment.mjs */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryFigure } from './figure-card.js';

test('a figure that did not load shows no number, and can be retried', async () => {
  const refetch = jest.fn();
  const query = { data: undefined, errorUpdateCount: 0, isFetching: true, isError: false, refetch };
  const figureElement = (state: object) => (
    <QueryFigure<number> query={{ ...query, ...state } as never} label="Won">
      {(count) => count}
    </QueryFigure>
  );
  const { container, rerender } = render(figureElement({}));
  expect(container.textContent).toBe('');
  rerender(figureElement({ isError: true, isFetching: false }));
  expect(container.textContent).not.toMatch(/[0-9]/);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalled();
  rerender(figureElement({ data: 0 }));
  expect(container.textContent).toBe('0');
});
