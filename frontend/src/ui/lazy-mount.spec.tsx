/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { LazyMount } from './lazy-mount.js';
import { Toasts } from './toast.js';

const reported = jest.fn();
beforeEach(() => {
  globalThis.reportError = reported;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

test('the page stays where a part of it cannot be fetched, and says so', async () => {
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
