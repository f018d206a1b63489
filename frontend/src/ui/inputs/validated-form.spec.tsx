/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { FormErrors } from './form-errors.js';
import { useFocusFirstError } from './validated-form.js';

afterEach(cleanup);

interface FormProps {
  asks?: boolean;
  busy?: boolean;
  wrong?: boolean;
  message?: string;
}

function Form({ asks = false, busy = false, wrong = false, message }: FormProps): ReactNode {
  const { form, focusErrorAfterSubmit } = useFocusFirstError(busy);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        focusErrorAfterSubmit();
      }}
    >
      <FormErrors fields={[]} message={message} />
      {asks && (
        <div data-asks>
          <button type="button">See what changed</button>
        </div>
      )}
      <input aria-label="Phone" />
      <input aria-label="City" aria-invalid={wrong} />
      <button>Save</button>
    </form>
  );
}
const save = () => userEvent.click(screen.getByText('Save'));

it('focuses a question before any invalid field, however far above Save it is', async () => {
  render(<Form asks wrong />);
  await save();
  expect(document.activeElement).toBe(screen.getByText('See what changed'));
});

it('focuses the first invalid field once errors are known, and only after a press', async () => {
  const { rerender } = render(<Form wrong />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Form busy />);
  await save();
  rerender(<Form busy wrong />);
  expect(document.activeElement).toBe(screen.getByText('Save'));
  rerender(<Form wrong />);
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
});

it('focuses the form’s error if no field is invalid, so that a phone scrolls there', async () => {
  const { rerender } = render(<Form busy />);
  await save();
  rerender(<Form message="Failed to save product" />);
  expect(document.activeElement?.textContent).toBe('Failed to save product');
});

it('prefers an invalid field to the form’s error, and moves no focus without a press', async () => {
  const { rerender } = render(<Form message="Waiting for network" />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Form busy />);
  await save();
  rerender(<Form message="Failed to save product" wrong />);
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
});
