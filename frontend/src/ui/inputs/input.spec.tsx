/** @jest-environment ./test/browser-environment.mjs */
import { expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Input, PhoneField, SearchField } from './input.js';

it('a search that is left before its debounce keeps what was typed', async () => {
  function Picker(): ReactNode {
    const [q, setQ] = useState('');
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && <SearchField label="Search products" q={q} onSearch={setQ} onUnmount={setQ} />}
        <button type="button" onClick={() => setOpen((before) => !before)}>
          Toggle
        </button>
      </>
    );
  }
  render(<Picker />);
  await userEvent.type(screen.getByRole('searchbox'), 'panel');
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'panel');
});

it('a search that arrives late leaves what was typed meanwhile', async () => {
  const onSearch = jest.fn();
  const renderSearch = (q: string): ReactNode => (
    <SearchField label="Search" q={q} onSearch={onSearch} />
  );
  const { rerender } = render(renderSearch(''));
  const box = screen.getByRole('searchbox');
  await userEvent.type(box, 'roof');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('roof'));
  await userEvent.type(box, 'top');
  rerender(renderSearch('roof'));
  expect(box).toHaveProperty('value', 'rooftop');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('rooftop'));
  // Simulates Back.
  rerender(renderSearch('rooftop'));
  rerender(renderSearch(''));
  expect(box).toHaveProperty('value', '');
});

it('Enter in a search does not submit the form', async () => {
  const onSubmit = jest.fn((event: FormEvent) => event.preventDefault());
  function Form(): ReactNode {
    const [q, setQ] = useState('');
    return (
      <form onSubmit={onSubmit}>
        <Input aria-label="Name" />
        <SearchField label="Search products" q={q} onSearch={setQ} />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search products' }), 'panel{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Kit{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it.each([
  ['+919822041736', '98220 41736'],
  ['00 91 98220-41736', '98220 41736'],
  ['+14155550100', '+14155550100'],
  ['98220 41736', '98220 41736'],
])('a phone number typed as %s is shown as %s once the field is left', async (typed, shown) => {
  render(<PhoneField aria-label="Phone" />);
  await userEvent.type(screen.getByRole('textbox'), typed);
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveProperty('value', shown);
  expect(screen.queryByText('+91') === null).toBe(shown.startsWith('+'));
});
