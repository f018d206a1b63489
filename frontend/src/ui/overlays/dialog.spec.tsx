/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Dialog } from './dialog.js';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('a press beside a dialog that has just opened does not close it', async () => {
  const openedAt = 1_000;
  const now = jest.spyOn(performance, 'now');
  now.mockReturnValue(openedAt);
  const onClose = jest.fn();
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  render(
    <MemoryRouter>
      <Dialog open onClose={onClose} title="Looks like bill of today" />
    </MemoryRouter>,
  );
  await screen.findByRole('dialog');
  const backdrop = document.querySelector('[role="presentation"]')!;
  now.mockReturnValue(openedAt + 300);
  await user.click(backdrop);
  expect(onClose).not.toHaveBeenCalled();
  now.mockReturnValue(openedAt + 400);
  await user.click(backdrop);
  expect(onClose).toHaveBeenCalledTimes(1);
});
