/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter, type Location, MemoryRouter, Router, useLocation } from 'react-router-dom';
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

/**
 * Slides to the third event, and waits until the address follows.
 * @returns query string of the address
 */
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

/** A slider at the second event, in a router whose addresses are rendered by `render` only. */
function slideInSlowRouter() {
  jest.useFakeTimers();
  let shownLocation = {
    pathname: '/leads/1/history',
    search: '?at=2',
    hash: '',
    key: 'a',
    state: null,
  };
  let writtenLocation = shownLocation;
  const write = (to: Partial<Location>, state: null): void => {
    writtenLocation = { ...shownLocation, ...to, key: `${to.search}`, state };
  };
  const navigator = { createHref: String, go: () => undefined, push: write, replace: write };
  const { result, rerender } = renderHook(() => useMoment(), {
    wrapper: ({ children }) => (
      <Router location={shownLocation} navigator={navigator as never}>
        {children}
      </Router>
    ),
  });
  return {
    moment: result,
    readWritten: () => writtenLocation,
    slideTo: (at: number) => {
      act(() => result.current.slideTo(at));
      act(() => jest.advanceTimersByTime(1_000));
    },
    render: (address: typeof shownLocation) => {
      shownLocation = address;
      rerender();
      act(() => jest.advanceTimersByTime(1_000));
    },
  };
}

test('an address that is rendered late does not move the slider back', () => {
  const { moment, readWritten, slideTo, render } = slideInSlowRouter();
  slideTo(3);
  const lateLocation = readWritten();
  expect(lateLocation.search).toBe('?at=3');
  slideTo(1);
  const newest = readWritten();
  expect(newest.search).toBe('?at=1');
  // React may also render an address between two renders of its follower.
  for (const address of [lateLocation, newest, lateLocation, newest]) {
    render(address);
    expect(moment.current.at).toBe(1);
  }
  expect(readWritten()).toBe(newest);
});

test('an address that is put off while an earlier one loads is written after it', () => {
  const { readWritten, slideTo, render } = slideInSlowRouter();
  slideTo(3);
  const lateLocation = readWritten();
  markNavigationStart();
  slideTo(1);
  expect(readWritten()).toBe(lateLocation);
  markNavigationEnd();
  render(lateLocation);
  expect(readWritten().search).toBe('?at=1');
});
