/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { dayAfter } from '#domain/kernel/values/days.js';
import { ClockProvider, ZoneProvider } from '../display/figures.js';
import { Field } from '../inputs/field.js';
import { FormErrors } from '../inputs/form-errors.js';
import { ValidatedForm } from '../inputs/validated-form.js';
import { DateField } from './date-field.js';

const originalMatchMedia = globalThis.matchMedia;
afterEach(() => {
  cleanup();
  globalThis.matchMedia = originalMatchMedia;
});

const today = '2026-11-27';
let readValue: () => unknown;

interface FormProps {
  initialDay?: string;
  planned?: string;
  isClearable?: boolean;
  error?: string | undefined;
}

function Form({ initialDay = '', error, ...rest }: FormProps): ReactNode {
  const form = useForm({ defaultValues: { dueOn: initialDay } });
  const { min: _, max: __, ...control } = form.register('dueOn');
  readValue = () => form.getValues('dueOn');
  return (
    <MemoryRouter>
      <ClockProvider value={Date.parse(`${today}T09:00:00Z`)}>
        <ZoneProvider value="Asia/Kolkata">
          <Field label="Next follow-up" hint="Planned for Monday" error={error}>
            <DateField {...control} min={today} hasChips {...rest} />
          </Field>
          <button type="button" onClick={() => form.setValue('dueOn', dayAfter(today, 3))}>
            Set
          </button>
        </ZoneProvider>
      </ClockProvider>
    </MemoryRouter>
  );
}
const chooseOtherDate = () => userEvent.click(screen.getByRole('button', { name: 'Other date' }));
const readText = () => screen.getByLabelText<HTMLInputElement>('Next follow-up').value;

test('reads what is typed in the order of India, and shows it with its weekday', async () => {
  render(<Form />);
  await chooseOtherDate();
  await userEvent.type(screen.getByLabelText('Next follow-up'), '5/12');
  expect(readValue()).toBe('5/12');
  await userEvent.tab();
  expect(readValue()).toBe('2026-12-05');
  expect(readText()).toBe('Sat, 5 Dec');
});

test('keeps typed text that is no day', async () => {
  render(<Form />);
  await chooseOtherDate();
  await userEvent.type(screen.getByLabelText('Next follow-up'), '45/12/2026');
  await userEvent.tab();
  expect(readValue()).toBe('45/12/2026');
  expect(readText()).toBe('45/12/2026');
});

test('shows what the form sets, and typing replaces it', async () => {
  render(<Form initialDay="2026-12-01" />);
  expect(readText()).toBe('Tue, 1 Dec');
  await userEvent.click(screen.getByRole('button', { name: 'Set' }));
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('In 3 days');
  await chooseOtherDate();
  expect(document.activeElement).toBe(screen.getByLabelText('Next follow-up'));
  expect(readText()).toBe('30/11/2026');
  await userEvent.keyboard('{Control>}a{/Control}02122026');
  expect(readValue()).toBe('2026-12-02');
});

test('a usual day is chosen by one press, and cleared by another', async () => {
  render(<Form isClearable />);
  const tomorrow = screen.getByRole('button', { name: 'Tomorrow' });
  await userEvent.click(tomorrow);
  expect(readValue()).toBe('2026-11-28');
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(tomorrow);
  expect(readValue()).toBe('');
});

test('a usual day that was hidden by another day is chosen by one press', async () => {
  render(<Form isClearable initialDay="2026-11-28" />);
  await chooseOtherDate();
  await userEvent.click(screen.getByRole('button', { name: 'Tomorrow', pressed: false }));
  expect(readValue()).toBe('2026-11-28');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Tomorrow');
});

const readChips = () =>
  screen
    .getAllByRole('button')
    .flatMap(({ textContent }) => (textContent === 'Set' ? [] : textContent));

test('six chips fill their rows, on a Friday whose Monday is in three days too', () => {
  render(<Form isClearable />);
  expect(readChips()).toEqual([
    'Today',
    'Tomorrow',
    'In 3 days',
    'In 1 week',
    'In 2 weeks',
    'Other date',
  ]);
});

test('the planned day comes first and stays until another day is chosen', async () => {
  render(<Form isClearable planned="2026-11-28" />);
  expect(readChips()).toEqual([
    'Sat, 28 Nov · as planned',
    'Today',
    'In 3 days',
    'In 1 week',
    'Other date',
  ]);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe(
    'Sat, 28 Nov · as planned',
  );
  await userEvent.click(screen.getByRole('button', { name: 'In 3 days' }));
  expect(readValue()).toBe('2026-11-30');
  expect(screen.getByText('Mon, 30 Nov')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Sat, 28 Nov · as planned' }));
  expect(readValue()).toBe('');
});

function FormWithErrors(): ReactNode {
  const [error, setError] = useState<string>();
  return (
    <ValidatedForm busy={false} onSend={() => setError('Day is required')}>
      <FormErrors fields={error ? [{ name: 'dueOn', label: 'Day' }] : []} />
      <Form error={error} />
      <button>Save</button>
    </ValidatedForm>
  );
}

test('the collapsed field is described by its hint or error, and takes the focus of its error', async () => {
  render(<FormWithErrors />);
  const days = () => screen.getByRole('group', { name: 'Next follow-up' });
  const description = () => document.getElementById(days().getAttribute('aria-describedby')!);
  expect(description()?.textContent).toBe('Planned for Monday');
  expect(screen.getByText<HTMLLabelElement>('Next follow-up').closest('label')?.htmlFor).toBe(
    days().id,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(description()?.textContent).toBe('Day is required');
  const first = screen.getByRole('button', { name: 'Today' });
  expect(document.activeElement).toBe(first);
  await userEvent.click(screen.getByRole('button', { name: 'Day' }));
  expect(document.activeElement).toBe(first);
});

test('with a finger, Other date opens the calendar over a required other day', async () => {
  globalThis.matchMedia = (query) => ({
    ...originalMatchMedia(query),
    matches: query.includes('coarse'),
  });
  render(<Form initialDay="2026-12-05" />);
  await chooseOtherDate();
  expect(await screen.findByRole('dialog', { name: 'Choose a day' })).toBeDefined();
  expect(readValue()).toBe('2026-12-05');
});

test('a required day is not cleared by another press', async () => {
  render(<Form initialDay="2026-11-28" />);
  await userEvent.click(screen.getByRole('button', { name: 'Tomorrow' }));
  await chooseOtherDate();
  await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }));
  await screen.findByRole('button', { name: /28 November 2026/ });
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  expect(readValue()).toBe('2026-11-28');
});

test('Enter adds the year before it submits', async () => {
  const sent: unknown[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(readValue());
      }}
    >
      <Form />
      <button type="submit">Save</button>
    </form>,
  );
  await chooseOtherDate();
  await userEvent.type(screen.getByLabelText('Next follow-up'), '5/1{Enter}');
  expect(sent).toEqual(['2027-01-05']);
});

test('ArrowDown moves into the calendar, and Enter takes a day that is allowed', async () => {
  render(<Form initialDay="2026-11-27" isClearable />);
  await chooseOtherDate();
  await userEvent.keyboard('{ArrowDown}');
  const day = await screen.findByRole('button', { name: /27 November 2026/ });
  await waitFor(() => expect(document.activeElement).toBe(day));
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(readValue()).toBe('2026-11-27');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(readValue()).toBe('2026-12-04');
});
