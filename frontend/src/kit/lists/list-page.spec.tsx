/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { msg } from '@lingui/core/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import type { List } from '#domain/kernel/views.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { dayParam, filterCodec, choiceParam, searchParam, useListFilters } from './list-filters.js';
import { ListPage } from './list-page.js';
import { useRowSelection } from './row-selection.js';
import { type ListQuery, useListQuery } from './list-query.js';
import { choicesOf } from '../../words/i18n.js';

type Sites = List<{ readonly id: string }> & { readonly counts?: Readonly<Record<string, number>> };
const codec = filterCodec({
  state: choiceParam(['All', 'Open', 'Closed'], 'All'),
  kind: choiceParam(['All', 'Roof', 'Yard'], 'All'),
  day: dayParam,
  who: searchParam,
  q: searchParam,
});
const idOf = ({ id }: { id: string }): string => id;

function SitesPage(): ReactNode {
  const filterState = useListFilters(codec);
  const { filters } = filterState;
  // No list of the product has all of these options.
  const query: ListQuery = useListQuery('/api/activity', codec.params(filters) as object);
  const list = { ...query, items: query.items as Sites['items'] };
  const counts = (query.first as Sites | undefined)?.counts;
  return (
    <ListPage
      title="Sites"
      noun="visit"
      controls={{
        filterState,
        search: { label: 'Search sites', placeholder: 'Name' },
        filters: [
          {
            name: 'kind',
            icon: Tag,
            label: 'Kind',
            chipLabel: `Kind: ${filters.kind}`,
            options: choicesOf(['All', 'Roof', 'Yard']),
          },
          { names: ['day'], icon: Tag, chipLabel: filters.day || 'Any day', fields: null },
          {
            name: 'who',
            icon: Tag,
            label: 'Who',
            chipLabel: filters.who && 'that person',
            isSearchable: true,
            options: [{ value: '', label: 'Everyone' }],
          },
        ],
      }}
      tabs={{
        name: 'state',
        label: 'State',
        tabs: (['All', 'Open', 'Closed'] as const).map((value) => ({
          value,
          label: value,
          count: counts?.[value],
        })),
      }}
      list={{ ...list, total: counts?.[filters.state] }}
      empty={{
        noMatchTitle: codec.isFiltered(filters) && 'No sites match',
        content: <p>No sites yet</p>,
      }}
      rows={{
        keyOf: idOf,
        card: ({ id }) => id,
        columns: [{ title: msg`Site`, cell: ({ id }) => id }],
      }}
    />
  );
}

const counts = { All: 3, Open: 2, Closed: 0 };
let requests: string[] = [];
let answer: (address: URL) => Sites | 'no network' | 'refused' = () => ({
  items: [],
  hasMore: false,
});
const originalFetch = globalThis.fetch;

class NoResizes {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  requests = [];
  globalThis.ResizeObserver ??= NoResizes as never;
  useNetwork.setState({ online: true, isBrowserOffline: false });
  globalThis.fetch = ((address: string) => {
    const url = new URL(address, 'http://localhost');
    requests.push(url.search);
    const body = answer(url);
    if (body === 'refused') return Promise.resolve(Response.json({}, { status: 400 }));
    return body === 'no network'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          Response.json({ ...body, items: body.items.map(({ id }) => ({ id, entryId: id })) }),
        );
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.fetch = originalFetch;
});

function openList(address = '/sites') {
  const client = queryClient;
  const router = createMemoryRouter([{ path: '/sites', element: <SitesPage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { client, address: () => router.state.location.search, user: userEvent.setup() };
}
const twoSites: Sites = {
  items: [{ id: 'Baner' }, { id: 'Wakad' }],
  hasMore: true,
  next: 'b',
  counts,
};

test('filters are read from the address, queried, and written back', async () => {
  answer = () => twoSites;
  const { address, user } = openList('/sites?state=Open&q=ban&page=9');
  expect(await screen.findByText('Baner')).toBeDefined();
  expect(requests).toEqual(['?state=Open&q=ban']);
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ban');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Open2');
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(address()).toBe('?state=Open'));
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await waitFor(() => expect(address()).toBe(''));
});

test('loads more at the end of the list, and shows the progress', async () => {
  answer = (url) =>
    url.searchParams.has('after') ? { items: [{ id: 'Aundh' }], hasMore: false, counts } : twoSites;
  const { user } = openList();
  expect(await screen.findByText('2 of 3')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('3 visits')).toBeDefined();
  expect(requests).toEqual(['', '?after=b']);
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Baner', 'Wakad', 'Aundh']);
});

test('a next page that fails says so, and is fetched again; other filters forget it', async () => {
  answer = (url) => (url.searchParams.has('after') ? 'refused' : twoSites);
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: 'Load More' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The next rows could not be loaded.');
  expect(screen.getByText('Baner')).toBeDefined();
  await user.click(screen.getByRole('tab', { name: /^Open/ }));
  expect(await screen.findByRole('button', { name: 'Load More' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load More' }));
  answer = () => ({ items: [{ id: 'Aundh' }], hasMore: false, counts });
  await user.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Aundh')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed next page is not mentioned any more once the list is complete', async () => {
  answer = (url) => (url.searchParams.has('after') ? 'refused' : twoSites);
  const { client, user } = openList();
  await user.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  answer = () => ({ items: [{ id: 'Aundh' }], hasMore: false, counts });
  await client.invalidateQueries();
  expect(await screen.findByText('Aundh')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offers more after an empty page, without mentioning filters', async () => {
  answer = (url) =>
    url.searchParams.has('after')
      ? { items: [{ id: 'Aundh' }], hasMore: false }
      : { items: [], hasMore: true, next: 'b' };
  const { user } = openList('/sites?q=aundh');
  expect(await screen.findByText('0 visits so far')).toBeDefined();
  expect(screen.queryByText('No sites match')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Aundh')).toBeDefined();
  expect(requests).toEqual(['?q=aundh', '?q=aundh&after=b']);
});

test('placeholder rows of former filters stay, marked as busy, until the new ones arrive', async () => {
  let answerRequest: (response: Response) => void = () => undefined;
  answer = () => twoSites;
  const { user } = openList();
  expect(await screen.findByText('Baner')).toBeDefined();
  globalThis.fetch = (() => new Promise((done) => (answerRequest = done))) as never;
  await user.type(screen.getByRole('searchbox'), 'had');
  await waitFor(() =>
    expect(screen.getByText('Baner').closest('[aria-busy="true"]')).not.toBeNull(),
  );
  answerRequest(Response.json({ items: [{ id: 'Hadapsar' }], hasMore: false, counts }));
  expect((await screen.findByText('Hadapsar')).closest('[aria-busy="true"]')).toBeNull();
});

test('another tab shows a skeleton instead of the former rows', async () => {
  let answerRequest: (response: Response) => void = () => undefined;
  answer = () => twoSites;
  const { user } = openList();
  expect(await screen.findByText('Baner')).toBeDefined();
  globalThis.fetch = (() => new Promise((done) => (answerRequest = done))) as never;
  await user.click(screen.getByRole('tab', { name: /^Open/ }));
  await waitFor(() => expect(screen.queryByText('Baner')).toBeNull());
  expect(await screen.findByRole('status', { name: 'Loading visits' })).toBeDefined();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Open2');
  answerRequest(Response.json({ items: [{ id: 'Hadapsar' }], hasMore: false, counts }));
  expect(await screen.findByText('Hadapsar')).toBeDefined();
});

test('an empty list mentions no new filters until their answer arrives', async () => {
  answer = () => ({ items: [], hasMore: false, counts });
  const { user } = openList('/sites?q=zinc');
  expect(await screen.findByText('Nothing found for “zinc”.')).toBeDefined();
  globalThis.fetch = (() => new Promise(() => undefined)) as never;
  await user.clear(screen.getByRole('searchbox'));
  expect(await screen.findByRole('status', { name: 'Loading visits' })).toBeDefined();
  expect(screen.queryByText('Nothing found for “zinc”.')).toBeNull();
});

test('a list without matches says so, and clears the filters', async () => {
  answer = (url) =>
    url.searchParams.get('state') === 'Closed' ? { items: [], hasMore: false, counts } : twoSites;
  const { address, user } = openList('/sites?state=Closed');
  expect(await screen.findByText('Nothing found for Closed.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Baner')).toBeDefined();
  expect(address()).toBe('');
});

test('the focus moves to the chip of a filter that was cleared', async () => {
  answer = () => twoSites;
  const { address, user } = openList('/sites?kind=Roof&day=2026-11-20');
  await screen.findByText('Baner');
  await user.click(screen.getByRole('button', { name: 'Clear Kind' }));
  await waitFor(() => expect(address()).toBe('?day=2026-11-20'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Kind: All' }));
});

test('a list without matches names all chosen filters', async () => {
  answer = () => ({ items: [], hasMore: false, counts });
  openList('/sites?q=zinc&state=Open&kind=Roof&day=2026-11-20&who=x');
  expect(
    await screen.findByText('Nothing found for “zinc”, Open, Roof, 2026-11-20, that person.'),
  ).toBeDefined();
});

test('an empty unfiltered list has its own text', async () => {
  answer = () => ({ items: [], hasMore: false, counts });
  openList();
  expect(await screen.findByText('No sites yet')).toBeDefined();
});

test('a failed list says so, and can be retried', async () => {
  answer = () => 'no network';
  const { user } = openList();
  expect(await screen.findByText('Failed to load visits')).toBeDefined();
  answer = () => twoSites;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Baner')).toBeDefined();
});

test('a failure stays visible while a pushed change triggers a refetch', async () => {
  answer = () => 'no network';
  const { client } = openList();
  expect(await screen.findByText('Failed to load visits')).toBeDefined();
  globalThis.fetch = (() => new Promise(() => undefined)) as never;
  void client.invalidateQueries();
  await waitFor(() => expect(client.isFetching()).toBe(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Retry' }).getAttribute('aria-busy')).toBe('true'),
  );
  expect(screen.getByText('Failed to load visits')).toBeDefined();
});

test('a list that cannot be refetched stays, with its age', async () => {
  answer = () => twoSites;
  const { client } = openList();
  expect(await screen.findByText('Baner')).toBeDefined();
  answer = () => 'no network';
  await client.invalidateQueries();
  expect(await screen.findByText(/^Showing visits from /)).toBeDefined();
  expect(screen.getByText('Baner')).toBeDefined();
});

test('shows nothing at first, then a skeleton', async () => {
  globalThis.fetch = (() => new Promise(() => undefined)) as never;
  openList();
  expect(screen.queryByRole('status', { name: 'Loading visits' })).toBeNull();
  expect(await screen.findByRole('status', { name: 'Loading visits' })).toBeDefined();
});

/** Switches between a narrow and a wide window. */
function setNarrow(isNarrow: boolean): void {
  globalThis.matchMedia = (() => ({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
}
const wrapInClient = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </MemoryRouter>
);

test('a list stays when a device without network is turned', async () => {
  const lead = { leadId: 'asha', name: 'Asha' };
  globalThis.fetch = (async (address: string) => {
    requests.push(address);
    return Response.json({ items: [lead], hasMore: false, counts: {} });
  }) as never;
  setNarrow(true);
  const { result, rerender } = renderHook(() => useListQuery('/api/leads', {}, { isTable: true }), {
    wrapper: wrapInClient,
  });
  await waitFor(() => expect(result.current.items).toHaveLength(1));
  globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as never;
  setNarrow(false);
  rerender();
  await act(() => queryClient.invalidateQueries());
  expect(result.current.items).toEqual([lead]);
  expect(requests).toEqual(['/api/leads']);
});

test('only rows of a loaded table stay selected, and none while it loads or on a phone', () => {
  setNarrow(false);
  const loaded = (...ids: readonly string[]) =>
    ({ data: {}, isPlaceholderData: false, items: ids.map((id) => ({ id })) }) as never;
  const placeholder = (...ids: readonly string[]) =>
    ({ data: {}, isPlaceholderData: true, items: ids.map((id) => ({ id })) }) as never;
  const { result, rerender } = renderHook(
    (list) => useRowSelection<{ readonly id: string }>(list, idOf, idOf),
    { initialProps: loaded('Baner', 'Wakad') },
  );
  act(() => result.current.selection.onSelect(['Baner', 'Wakad'], true));
  const selected = () =>
    result.current.isUnavailable ? 'unavailable' : result.current.selected.map(idOf);
  expect(selected()).toEqual(['Baner', 'Wakad']);
  rerender(placeholder('Baner', 'Wakad'));
  expect(selected()).toBe('unavailable');
  rerender(loaded('Wakad', 'Aundh'));
  expect(selected()).toEqual(['Wakad']);
  rerender(loaded('Baner', 'Wakad'));
  expect(selected()).toEqual(['Wakad']);
  setNarrow(true);
  rerender(loaded('Baner', 'Wakad'));
  expect(selected()).toBe('unavailable');
  setNarrow(false);
  rerender(loaded('Baner', 'Wakad'));
  expect(selected()).toEqual(['Wakad']);
});
