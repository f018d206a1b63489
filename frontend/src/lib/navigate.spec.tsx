/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { markNavigationEnd, markNavigationStart, useNavigate } from './navigate.js';

afterEach(() => {
  markNavigationEnd();
  cleanup();
});

const InRouter = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter>{children}</MemoryRouter>
);
const navigated = (): (() => Promise<void>) => {
  const { result } = renderHook(() => useNavigate(), { wrapper: InRouter });
  return () => result.current('/leads');
};

test('where the page is shown at once, going there is done at once', async () => {
  const navigate = navigated();
  await act(navigate);
});

test('a page whose screen is fetched first has been gone to when it is shown', async () => {
  const navigate = navigated();
  let isDone = false;
  markNavigationStart();
  await act(async () => {
    void navigate().then(() => (isDone = true));
  });
  expect(isDone).toBe(false);
  await act(async () => markNavigationEnd());
  expect(isDone).toBe(true);
});
