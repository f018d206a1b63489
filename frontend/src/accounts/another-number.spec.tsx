/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openDatabase } from '../lib/database.js';
import { setIdentity } from '../lib/account/identity.js';

const requestedNumbers: string[] = [];
jest.unstable_mockModule('./auth.js', () => ({
  changeNumber: async (phone: string) => {
    requestedNumbers.push(phone);
    return { challengeId: 'challenge' };
  },
}));
const { AnotherNumberStep } = await import('./another-number.js');

const open = () =>
  render(<AnotherNumberStep reason={undefined} onSent={() => undefined} />).unmount;
const field = () => screen.getByRole('textbox', { name: /^WhatsApp number/ });
const expectNumber = async (number: string) =>
  waitFor(() => expect(field()).toHaveProperty('value', number));

const readDrafts = async (): Promise<unknown[]> =>
  (await (await openDatabase()).getAll('drafts')).map(({ draft }) => draft);

beforeEach(async () => {
  requestedNumbers.length = 0;
  await (await openDatabase()).clear('drafts');
  setIdentity({ accountId: 'asha', organizationId: undefined });
});
afterEach(cleanup);

it('keeps a typed number after closing, until a code was sent there', async () => {
  const close = open();
  await userEvent.type(field(), '98220');
  close();
  open();
  await expectNumber('98220');
  await userEvent.type(field(), '41736');
  await userEvent.click(screen.getByRole('button', { name: 'Send Code' }));
  await waitFor(() => expect(requestedNumbers).toEqual(['+919822041736']));
  await waitFor(async () => expect(await readDrafts()).toEqual([]));
});

it('does not overwrite what was typed before the device has answered', async () => {
  const close = open();
  await userEvent.type(field(), '98220');
  close();
  await waitFor(async () => expect(await readDrafts()).toEqual(['98220']));
  open();
  fireEvent.change(field(), { target: { value: '7' } });
  await waitFor(async () => expect(await readDrafts()).toEqual(['7']));
  await expectNumber('7');
});

it('stores nothing during sign-up', async () => {
  setIdentity({ accountId: undefined, organizationId: undefined });
  const close = open();
  await userEvent.type(field(), '98220');
  close();
  setIdentity({ accountId: 'asha', organizationId: undefined });
  open();
  await userEvent.type(field(), '7');
  // Only the later draft is stored.
  await waitFor(async () => expect(await readDrafts()).toEqual(['7']));
});
