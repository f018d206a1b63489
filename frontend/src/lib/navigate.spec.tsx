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
const renderNavigate = (): (() => Promise<void>) => {
  const { result } = renderHook(() => useNavigate(), { wrapper: InRouter });
  return () => result.current('/leads');
};

test('resolves at once if the page is shown at once', async () => {
  const navigate = renderNavigate();
  await act(navigate);
});

test('resolves when a page that has to load is shown', async () => {
  const navigate = renderNavigate();
  let isDone = false;
  markNavigationStart();
  await act(async () => {
    void navigate().then(() => (isDone = true));
  });
  expect(isDone).toBe(false);
  await act(async () => markNavigationEnd());
  expect(isDone).toBe(true);
});
