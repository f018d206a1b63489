/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactNode, useState } from 'react';
import { lazyPart } from './code.js';
import { LazyMount, MenuOnPress } from './lazy-mount.js';
import { Toasts } from '../feedback/toast.js';

const reported = jest.fn();
beforeEach(() => {
  globalThis.reportError = reported;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

test('the page stays if a part cannot be fetched, and says so', async () => {
  const Missing = lazy(() => Promise.reject<{ default: () => null }>(new Error('no network')));
  render(
    <>
      <h1>Products</h1>
      <LazyMount when>
        <Missing />
      </LazyMount>
      <Toasts />
    </>,
  );
  await screen.findByText('This could not be loaded.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Products' })).toBeTruthy();
  expect(reported).toHaveBeenCalledTimes(1);
});

test('a dialog that cannot be fetched closes, and reports the failure again when reopened', async () => {
  const Missing = lazy(() =>
    Promise.reject<{ default: (props: { onClose: () => void }) => null }>(new Error('no network')),
  );
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" aria-pressed={open} onClick={() => setOpen(true)}>
          Share
        </button>
        <LazyMount when={open}>
          <Missing onClose={() => setOpen(false)} />
        </LazyMount>
      </>
    );
  }
  render(<Page />);
  reported.mockClear();
  for (const times of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(times));
    await screen.findByRole('button', { name: 'Share', pressed: false });
  }
});

test('a menu that cannot be fetched leaves its button, which retries', async () => {
  const Missing = lazy(() => Promise.reject<{ default: () => null }>(new Error('no network')));
  render(
    <MenuOnPress button={<button type="button">More</button>}>
      <Missing />
    </MenuOnPress>,
  );
  reported.mockClear();
  for (const times of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(times));
  }
  expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
});

test('a part that is opened offline says so, and opens when the network is back', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = jest.fn<() => Promise<{ default: () => ReactNode }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ default: () => <p>Share on WhatsApp</p> });
  const Share = lazyPart(load);
  render(
    <>
      <LazyMount when>
        <Share />
      </LazyMount>
      <Toasts />
    </>,
  );
  await screen.findByText(
    'No network. This part is not on this phone yet. It opens when the network is back.',
  );
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await screen.findByText('Share on WhatsApp');
  onLine.mockRestore();
});
