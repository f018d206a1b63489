/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { startLive } from '../lib/live/live.js';
import { useGeolocation } from '../kit/capture/use-geolocation.js';
import { records } from '../lib/records/device-cache.js';
import { markOnline, useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { RefetchAtMidnight } from '../app/refetch-at-midnight.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Today } from './today.js';

const zone = 'Asia/Kolkata';
const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const sharedFields = { status: 'New', type: 'Builder', assignedTo: { id: 'me', name: 'Asha' } };
const planned = [
  {
    followUpId: 'first',
    leadId: 'a',
    leadName: 'Rajesh Patil',
    dueOn: '2026-11-23',
    city: 'Pune',
    phone: '+919822041736',
    ...sharedFields,
  },
  {
    followUpId: 'second',
    leadId: 'b',
    leadName: 'Kavita Shah',
    dueOn: '2026-11-24',
    city: 'Pune',
    phone: '+919822041737',
    ...sharedFields,
  },
  {
    followUpId: 'third',
    leadId: 'c',
    leadName: 'Imran Sayyed',
    dueOn: '2026-11-25',
    city: 'Pune',
    phone: '+919822041738',
    ...sharedFields,
  },
];
let requestCount = 0;
/** Answers as the server does: filtered by its own day and the requested group. */
function answerFollowUps(path: string) {
  requestCount += 1;
  const today = dayIn(zone, new Date().toISOString());
  const isDue = ({ dueOn }: (typeof planned)[number]): boolean => dueOn <= today;
  const items = path.includes('group=due') ? planned.filter(isDue) : planned;
  return { items, hasMore: false, today, counts: { due: planned.filter(isDue).length } };
}

const evening = new Date('2026-11-23T21:00:00+05:30');
const morning = new Date('2026-11-24T08:00:00+05:30');
/** Clocks that stay real, as the timers below do: only the date is faked. */
const realClocks = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
] as const;
const realTimers = [
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const answerOnline = async (path: unknown) =>
  ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: async () => answerFollowUps(String(path)),
  }) as Response;
const failOffline = async () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  requestCount = 0;
  jest.useFakeTimers({ now: evening, doNotFake: [...realClocks, ...realTimers] });
  useNetwork.setState({ online: true });
  useOutboxState.setState({ items: [], sent: [] });
  globalThis.fetch = jest.fn(answerOnline) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.useRealTimers();
});

const appElement = (undated = 0) => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ZoneProvider value={zone}>
          <RefetchAtMidnight />
          <Today undated={undated} />
        </ZoneProvider>
      </MeProvider>
    </QueryClientProvider>
  </MemoryRouter>
);
const isShownAsDue = (name: string): boolean =>
  within(screen.getByRole('list', { name: 'Due today' })).queryByText(name) !== null;

it('shows follow-ups that became due overnight while the app was open', async () => {
  const { rerender } = render(appElement());
  await screen.findByText('Rajesh Patil');
  expect(isShownAsDue('Kavita Shah')).toBe(false);
  expect(isShownAsDue('Imran Sayyed')).toBe(false);
  const before = requestCount;
  jest.setSystemTime(morning);
  rerender(appElement());
  await waitFor(() => expect(isShownAsDue('Kavita Shah')).toBe(true));
  expect(isShownAsDue('Rajesh Patil')).toBe(true);
  expect(isShownAsDue('Imran Sayyed')).toBe(false);
  await waitFor(() => expect(requestCount).toBe(before + 1));
});

it.each([
  [5, false],
  [6, true],
])('links to all follow-ups if %d are due: %s', async (dueCount, hasLink) => {
  const due = Array.from({ length: dueCount }, (_, index) => ({
    ...planned[0]!,
    followUpId: `due-${index}`,
  }));
  globalThis.fetch = jest.fn(async () =>
    Response.json({ items: due, hasMore: false, counts: { due: dueCount } }),
  ) as typeof fetch;
  render(appElement());
  expect(await screen.findAllByText('Rajesh Patil')).toHaveLength(5);
  expect(screen.queryByRole('link', { name: `All ${dueCount} due` }) !== null).toBe(hasLink);
});

it('shows the first follow-ups of later days while few are due', async () => {
  render(appElement());
  const tomorrow = await screen.findByRole('list', { name: 'Tomorrow, 1' });
  expect(within(tomorrow).getByText('Kavita Shah')).toBeDefined();
  const later = screen.getByRole('list', { name: 'Wed, 25 Nov' });
  expect(within(later).getByText('Imran Sayyed')).toBeDefined();
});

it('completes a follow-up of a later day at its row', async () => {
  const sent: string[] = [];
  globalThis.fetch = (async (path: string) => {
    if (!path.includes('/commands/')) return answerOnline(path);
    sent.push(path);
    return Response.json({ id: 'b', revision: 2, position: '1' });
  }) as typeof fetch;
  render(appElement());
  const tomorrow = await screen.findByRole('list', { name: 'Tomorrow, 1' });
  // A row has one button for a phone, and one for a wide screen.
  await userEvent.click(within(tomorrow).getAllByRole('button', { name: 'Mark Complete' })[0]!);
  await waitFor(() => expect(sent).toEqual(['/api/commands/CompleteFollowUp']));
});

it('offers to plan before later days if little is due, and else after them', async () => {
  const isGapBeforeTomorrow = async (): Promise<boolean> => {
    const gap = await screen.findByRole('link', { name: '3 leads without a follow-up Plan' });
    const later = screen.getByRole('list', { name: /^Tomorrow/ });
    return gap.compareDocumentPosition(later) === Node.DOCUMENT_POSITION_FOLLOWING;
  };
  const firstRender = render(appElement(3));
  expect(await isGapBeforeTomorrow()).toBe(true);
  firstRender.unmount();
  jest.setSystemTime(morning);
  render(appElement(3));
  expect(await isGapBeforeTomorrow()).toBe(false);
});

it('shows follow-ups offline with their age, and refetches when the network is back', async () => {
  const stop = startLive();
  const { rerender } = render(appElement());
  await screen.findByText('Rajesh Patil');
  globalThis.fetch = jest.fn(failOffline) as typeof fetch;
  jest.setSystemTime(morning);
  rerender(appElement());
  await waitFor(() => expect(isShownAsDue('Kavita Shah')).toBe(true));
  expect(await screen.findByText(/^Showing follow-ups from/)).toBeDefined();
  const before = requestCount;
  globalThis.fetch = jest.fn(answerOnline) as typeof fetch;
  act(markOnline);
  await waitFor(() => expect(requestCount).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByText(/^Showing follow-ups from/)).toBeNull());
  stop();
});

it('begins with the next lead, whose button is the main one, and its distance if known', async () => {
  jest.setSystemTime(morning);
  const firstRender = render(appElement());
  await screen.findByRole('region', { name: 'Next' });
  const visitLinks = await screen.findAllByRole('link', { name: 'Record visit' });
  expect(visitLinks.map(({ classList }) => classList.contains('btn-primary'))).toEqual([
    true,
    false,
    false,
  ]);
  expect(screen.queryByText(/ away$/)).toBeNull();
  firstRender.unmount();

  const geolocation = {
    getCurrentPosition: (found: PositionCallback) =>
      found({ coords: { latitude: 18.5, longitude: 73.8, accuracy: 9 } } as GeolocationPosition),
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  const { result } = renderHook(() =>
    useGeolocation(undefined, () => undefined, { generation: 0 }),
  );
  act(() => result.current.findLocation());
  records.put('lead-detail', [{ leadId: 'a', revision: 1, place: { lat: 18.53, lng: 73.8 } }]);
  render(appElement());
  expect(await screen.findByText(/3\.3 km away$/)).toBeDefined();
});
