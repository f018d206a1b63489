/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChipGroup } from './choice.js';

afterEach(cleanup);

const options = ['Onboarding', 'Active', 'Completed'].map((value) => ({ value, label: value }));

test('arrow keys only move the focus between chips with an immediate effect; Space chooses', async () => {
  const onChosen = jest.fn();
  render(
    <ChipGroup
      label="Stage"
      name="stage"
      value="Onboarding"
      options={options}
      isDoneAtOnce
      onValue={onChosen}
    />,
  );
  screen.getByRole('radio', { name: 'Onboarding' }).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Completed' }));
  expect(onChosen).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  expect(onChosen.mock.calls).toEqual([['Completed']]);
});
