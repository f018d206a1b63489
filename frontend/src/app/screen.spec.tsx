/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen as testScreen } from '@testing-library/react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import {
  Link,
  MemoryRouter,
  matchRoutes,
  Outlet,
  type RouteObject,
  useRoutes,
} from 'react-router-dom';
import { type FetchScreen, screen } from './screen.js';
import { ScreenBoundary } from './screen-failed.js';

let loads: (() => Promise<{ default: ComponentType }>)[] = [];
const reported: unknown[] = [];
const Leads = (): ReactNode => <h1>Leads</h1>;

function fetchScreens(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? [])
    void (route.handle as FetchScreen | undefined)?.();
}

const App = (): ReactNode => (
  <>
    <Link to="/leads" onClick={() => fetchScreens('/leads')}>
      To leads
    </Link>
    <Link to="/">Home</Link>
    <ScreenBoundary inShell>
      <Suspense fallback={<p>Opening</p>}>
        <Outlet />
      </Suspense>
    </ScreenBoundary>
  </>
);

let routes: RouteObject[] = [];
const Screens = (): ReactNode => useRoutes(routes);

beforeEach(() => {
  loads = [];
  reported.length = 0;
  globalThis.reportError = (error) => void reported.push(error);
  // React also logs an error that a boundary has caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  routes = [
    {
      Component: App,
      children: [
        { index: true, Component: () => <h1>Home page</h1> },
        { path: 'leads', ...screen(() => loads.shift()!()) },
      ],
    },
  ];
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** Renders the screens at a path. Pending fetches continue only in an awaited `act`. */
const openScreen = (path: string): Promise<void> =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <Screens />
      </MemoryRouter>,
    );
  });
const followLink = (link: string): Promise<void> =>
  act(async () => testScreen.getByText(link).click());

test('a screen is fetched once', async () => {
  loads.push(async () => ({ default: Leads }));
  await openScreen('/leads');
  expect(await testScreen.findByRole('heading', { name: 'Leads' })).toBeTruthy();
  await followLink('Home');
  await followLink('To leads');
  expect(await testScreen.findByRole('heading', { name: 'Leads' })).toBeTruthy();
  expect(loads).toEqual([]);
});

test('a screen that cannot be fetched shows an error in its place, and is fetched again at the next visit', async () => {
  const networkError = new Error('no network');
  loads.push(
    async () => Promise.reject(networkError),
    async () => ({ default: Leads }),
  );
  await openScreen('/');
  await followLink('To leads');
  expect(
    await testScreen.findByText(
      'What you entered and saved is kept. There may be no network, or a new version.',
    ),
  ).toBeTruthy();
  expect(reported).toEqual([networkError]);
  await followLink('Home');
  expect(await testScreen.findByRole('heading', { name: 'Home page' })).toBeTruthy();
  await followLink('To leads');
  expect(await testScreen.findByRole('heading', { name: 'Leads' })).toBeTruthy();
});

test('a screen that cannot be fetched offline says so, and opens when the network is back', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loads.push(
    async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    async () => ({ default: Leads }),
  );
  await openScreen('/');
  await followLink('To leads');
  expect(
    await testScreen.findByRole('heading', {
      level: 1,
      name: 'No network. This screen is not on this phone yet.',
    }),
  ).toBeTruthy();
  onLine.mockReturnValue(true);
  await act(async () => void dispatchEvent(new Event('online')));
  expect(await testScreen.findByRole('heading', { name: 'Leads' })).toBeTruthy();
});
