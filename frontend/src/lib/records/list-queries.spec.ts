/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { describe, expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { openDatabase } from '../database.js';
import { isServerUnreachable, outdatedPages } from '../query-client.js';
import { Offline } from '../server/problem.js';
import type { ListData } from './list-data.js';
import type { ListSource } from './list-queries.js';
import { TabCache } from './tab-cache.js';

interface Lead {
  readonly leadId: string;
  readonly revision: number;
  readonly status: string;
  readonly createdOn: string;
  readonly createdAt: string;
  readonly assignedTo: { readonly id: string };
  readonly type: string;
}
const lead = (number: number, moreFields: Partial<Lead> = {}): Lead => ({
  leadId: `l${number}`,
  revision: 0,
  status: 'New',
  type: 'Owner',
  createdOn: '2026-01-01',
  createdAt: `2026-01-01T00:00:00.${String(number).padStart(3, '0')}Z`,
  assignedTo: { id: 'asha' },
  ...moreFields,
});

const PAGE_SIZE = 12;
/** Server with leads, newest first. The cursor of a page is the `createdAt` of its last row. */
function createServer(count: number, params: Readonly<Record<string, string>> = {}) {
  const leads = new Map(Array.from({ length: count }, (_, index) => [index + 1, lead(index + 1)]));
  const cursors: (string | undefined)[] = [];
  let position = 100;
  const isListed = ({ status }: Lead): boolean =>
    params['status'] === undefined || params['status'] === status;
  const source: ListSource = {
    queryKey: ['leads', params],
    list: 'leads',
    params,
    fetchPage: async (after) => {
      cursors.push(after);
      const all = [...leads.values()]
        .filter(isListed)
        .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
      const afterCursor = all.filter(({ createdAt }) => after === undefined || createdAt < after);
      const items = afterCursor.slice(0, PAGE_SIZE);
      const counts = {
        All: leads.size,
        New: [...leads.values()].filter(({ status }) => status === 'New').length,
      };
      const answer = {
        items,
        hasMore: afterCursor.length > PAGE_SIZE,
        next: items.at(-1)?.createdAt,
        counts,
        total: all.length,
      };
      return { answer: answer as never, position: String(position) };
    },
  };
  const change = (number: number, moreFields: Partial<Lead>) => {
    const row = { ...(leads.get(number) ?? lead(number)), ...moreFields };
    leads.set(number, row);
    position++;
    return { row, position: String(position) };
  };
  const remove = (number: number) => {
    leads.delete(number);
    position++;
    return { revision: 1, position: String(position) };
  };
  return { source, cursors, change, remove };
}

function openTab(source: ListSource) {
  const tab = new TabCache(
    { database: openDatabase, scope: () => undefined },
    new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  );
  new QueryObserver(tab.queryClient, tab.lists.options(source)).subscribe(() => undefined);
  const list = () => tab.queryClient.getQueryData<ListData>(source.queryKey)!;
  const readShown = () => list().refs.map((ref) => Number(ref.slice('lead/l'.length)));
  const refetch = () => tab.queryClient.refetchQueries({ queryKey: source.queryKey });
  return { ...tab, list, readShown, refetch, loadMore: () => tab.lists.loadMore(source) };
}
const downFrom = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => first - index);

describe('a list with ten loaded pages', () => {
  async function loadTenPages() {
    const server = createServer(200);
    const tab = openTab(server.source);
    await tab.refetch();
    for (let page = 1; page < 10; page++) await tab.loadMore();
    expect(tab.readShown()).toEqual(downFrom(200, 81));
    server.cursors.length = 0;
    return { server, tab };
  }

  test('refetches once for a changed row at any place', async () => {
    const { server, tab } = await loadTenPages();
    const { row, position } = server.change(90, { revision: 1, status: 'Contacted' });
    tab.records.put('lead', [row], { position });
    expect(tab.records.read('lead/l90')).toBe(row);
    await tab.refetch();
    expect(server.cursors).toEqual([undefined]);
    expect(tab.readShown()).toEqual(downFrom(200, 81));
  });

  test('shows a new row before it is fetched, and drops no other row for it', async () => {
    const { server, tab } = await loadTenPages();
    const { row, position } = server.change(201, {});
    tab.records.put('lead', [row], { position, isAdded: true });
    expect(tab.readShown()).toEqual(downFrom(201, 81));
    expect(tab.list().first).toMatchObject({ counts: { All: 201, New: 201 }, total: 201 });
    await tab.refetch();
    expect(tab.readShown()).toEqual(downFrom(201, 81));
    await tab.loadMore();
    expect(tab.readShown()).toEqual(downFrom(201, 69));
  });

  test('drops a deleted row at once, and a late answer does not restore it', async () => {
    const { server, tab } = await loadTenPages();
    const latePage = await server.source.fetchPage(undefined);
    tab.records.remove('lead', 'l200', server.remove(200));
    expect(tab.readShown()).toEqual(downFrom(199, 81));
    tab.records.put('lead', latePage.answer.items, { position: latePage.position });
    expect(tab.readShown()).toEqual(downFrom(199, 81));
  });

  test('refetches all pages if they are outdated', async () => {
    const { server, tab } = await loadTenPages();
    server.remove(100);
    outdatedPages.add(tab.queryClient.getQueryCache().find({ queryKey: server.source.queryKey })!);
    await tab.refetch();
    expect(server.cursors).toHaveLength(10);
    expect(tab.readShown()).toEqual(downFrom(200, 80).filter((number) => number !== 100));
  });
});

test('a row whose waiting deletion takes effect stays dropped', async () => {
  const server = createServer(25);
  const tab = openTab(server.source);
  await tab.refetch();
  tab.records.hide(['l1']);
  await tab.loadMore();
  await tab.loadMore();
  tab.records.remove('lead', 'l1', server.remove(1));
  await tab.refetch();
  expect(tab.readShown()).toEqual(downFrom(25, 2));
});

test('restores a row in its place once its deletion is refused, even if the list was read meanwhile', async () => {
  const server = createServer(25);
  const tab = openTab(server.source);
  await tab.refetch();
  await tab.loadMore();
  await tab.loadMore();
  tab.records.hide(['l3']);
  outdatedPages.add(tab.queryClient.getQueryCache().find({ queryKey: server.source.queryKey })!);
  await tab.refetch();
  expect(tab.records.read('lead/l3')).toBeUndefined();
  tab.records.hide([]);
  expect(tab.readShown()).toEqual(downFrom(25, 1));
  expect(tab.records.read('lead/l3')).toEqual(lead(3));
});

test('does not restore a row that the latest answer lacks', async () => {
  const server = createServer(3);
  const tab = openTab(server.source);
  await tab.refetch();
  // A reloaded page has no position to resume from, and receives no deletions.
  server.remove(1);
  outdatedPages.add(tab.queryClient.getQueryCache().find({ queryKey: server.source.queryKey })!);
  await tab.refetch();
  expect(tab.readShown()).toEqual([3, 2]);
  tab.records.hide(['l1']);
  tab.records.hide([]);
  expect(tab.readShown()).toEqual([3, 2]);
});

test('a list has no more pages once all rows after the loaded ones are deleted', async () => {
  const server = createServer(25);
  const tab = openTab(server.source);
  await tab.refetch();
  await tab.loadMore();
  expect(tab.list()).toMatchObject({ hasMore: true });
  tab.records.remove('lead', 'l1', server.remove(1));
  await tab.refetch();
  expect(tab.list()).toMatchObject({ hasMore: false });
});

test('a pushed follow-up enters no list of other records', async () => {
  const server = createServer(2);
  const tab = openTab(server.source);
  await tab.refetch();
  const followUp = {
    followUpId: 'f',
    tab: 'upcoming',
    leadId: 'l1',
    dueOn: '2026-01-02',
    status: 'New',
    type: 'Owner',
    assignedTo: { id: 'asha' },
  };
  tab.records.put('follow-up', [followUp], { position: '200', isAdded: true });
  expect(tab.readShown()).toEqual([2, 1]);
});

describe('a list with a filter', () => {
  test('drops rows that leave the filter, adds rows that enter it, and counts both', async () => {
    const server = createServer(5, { status: 'New' });
    const tab = openTab(server.source);
    await tab.refetch();
    const statusChange = server.change(3, { revision: 1, status: 'Contacted' });
    tab.records.put('lead', [statusChange.row], { position: statusChange.position });
    expect(tab.readShown()).toEqual([5, 4, 2, 1]);
    expect(tab.list().first).toMatchObject({ counts: { All: 5, New: 4 }, total: 4 });
    const returning = server.change(3, { revision: 2, status: 'New' });
    tab.records.put('lead', [returning.row], { position: returning.position });
    expect(tab.readShown()).toEqual([5, 4, 3, 2, 1]);
    expect(tab.list().first).toMatchObject({ counts: { New: 5 }, total: 5 });
  });

  test('keeps pushed changes while an older answer arrives', async () => {
    const server = createServer(30);
    const delayedSource = { ...server.source };
    const tab = openTab(delayedSource);
    await tab.refetch();
    const oldPage = await server.source.fetchPage(undefined);
    const { row, position } = server.change(31, {});
    delayedSource.fetchPage = async () => oldPage;
    const refetching = tab.refetch();
    tab.records.put('lead', [row], { position, isAdded: true });
    await refetching;
    expect(tab.readShown()).toEqual(downFrom(31, 19));
  });

  test('that is a search, which only the server can evaluate, updates its rows and drops deleted ones', async () => {
    const server = createServer(3, { q: 'asha' });
    const tab = openTab(server.source);
    await tab.refetch();
    const { row, position } = server.change(4, {});
    tab.records.put('lead', [row], { position, isAdded: true });
    expect(tab.readShown()).toEqual([3, 2, 1]);
    tab.records.remove('lead', 'l2', server.remove(2));
    expect(tab.readShown()).toEqual([3, 1]);
  });
});

test('a failed list is refetched once the server is reached, whatever was pushed meanwhile', async () => {
  const server = createServer(3);
  let isReached = true;
  const source: ListSource = {
    ...server.source,
    fetchPage: async (after) => {
      if (!isReached) throw new Offline('unreachable');
      return server.source.fetchPage(after);
    },
  };
  const tab = openTab(source);
  await tab.refetch();
  isReached = false;
  await tab.refetch();
  const { row, position } = server.change(2, { revision: 1, status: 'Contacted' });
  tab.records.put('lead', [row], { position });
  const state = () => tab.queryClient.getQueryState(source.queryKey)!;
  expect(isServerUnreachable(state().error)).toBe(true);
  expect(state().status).toBe('error');
  expect(tab.readShown()).toEqual([3, 2, 1]);
  isReached = true;
  await tab.refetch();
  expect(state().error).toBeNull();
  expect(state().status).toBe('success');
});
