/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router-dom';
import { markNavigationEnd, markNavigationStart } from '../../lib/navigate.js';
import { useMoment } from './use-moment.js';

afterEach(() => {
  markNavigationEnd();
  cleanup();
  jest.useRealTimers();
});

const InRouter = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter initialEntries={['/leads/1/history']}>{children}</MemoryRouter>
);

/** Slides to the third event, and waits until the address follows. */
function slide(beforeRest: () => void): string {
  jest.useFakeTimers();
  const { result } = renderHook(() => ({ moment: useMoment(), place: useLocation() }), {
    wrapper: InRouter,
  });
  act(() => result.current.moment.slideTo(3));
  beforeRest();
  act(() => jest.advanceTimersByTime(1_000));
  expect(result.current.moment.at).toBe(3);
  return result.current.place.search;
}

test('the address follows once the slider rests', () => {
  expect(slide(() => undefined)).toBe('?at=3');
});

test('the address is not written once the person is on the way to another page', () => {
  expect(slide(markNavigationStart)).toBe('');
});

test('Back undoes a jump whose address was never rendered', () => {
  history.replaceState(null, '', '/leads/1/history?at=3');
  const { result } = renderHook(() => useMoment(), { wrapper: BrowserRouter });
  act(() => {
    result.current.jumpTo(2);
    history.replaceState(null, '', '/leads/1/history?at=3');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(result.current.at).toBe(3);
});
