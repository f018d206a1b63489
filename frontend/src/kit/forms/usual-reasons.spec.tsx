/** @jest-environment ./test/browser-environment.mjs */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { UsualReasons } from './usual-reasons.js';

function Reason(): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <>
      <input value={reason} onChange={({ target }) => setReason(target.value)} />
      <UsualReasons reasons={['Price', 'Delivery']} written={reason} onReason={setReason} />
    </>
  );
}

test('unpressing a chip restores the typed text', async () => {
  render(<Reason />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await userEvent.type(field, 'Wants zinc');
  await press('Price');
  await press('Delivery');
  expect(field.value).toBe('Delivery');
  await press('Delivery');
  expect(field.value).toBe('Wants zinc');
});
