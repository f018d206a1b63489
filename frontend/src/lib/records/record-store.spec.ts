/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { openDatabase } from '../database.js';
import type { Channel, RowsMessage } from './device-rows.js';
import type { RecordChange } from './record-store.js';
import { TabCache } from './tab-cache.js';

/** Broadcast channels that deliver to each other within the process, a turn later. */
function createChannelFactory(): () => Channel {
  const listenersOfTabs: ((event: { readonly data: RowsMessage }) => void)[][] = [];
  return () => {
    const ownListeners: (typeof listenersOfTabs)[number] = [];
    listenersOfTabs.push(ownListeners);
    return {
      addEventListener: (_, listener) => void ownListeners.push(listener),
      postMessage: (data) =>
        queueMicrotask(() =>
          listenersOfTabs
            .filter((listeners) => listeners !== ownListeners)
            .forEach((listeners) => listeners.forEach((listener) => listener({ data }))),
        ),
    };
  };
}
const connect = createChannelFactory();
const openTab = (scope = 'build|asha|sharma') =>
  new TabCache(
    { database: openDatabase, channel: connect(), scope: () => scope },
    new QueryClient(),
  );
const lead = (revision: number, name = `revision ${revision}`) => ({
  leadId: 'one',
  revision,
  name,
});
const ref = 'lead/one';

afterEach(async () => {
  const db = await openDatabase();
  await Promise.all([db.clear('records'), db.clear('answers')]);
});

describe('a record', () => {
  test('keeps the higher revision, whatever arrives late', () => {
    const { records } = openTab();
    records.put('lead', [lead(7)], { position: '20' });
    records.put('lead', [lead(6)], { position: '30' });
    expect(records.read(ref)).toEqual(lead(7));
    records.put('lead', [lead(8)], { position: '10' });
    expect(records.read(ref)).toEqual(lead(8));
  });

  test('with an unchanged revision is replaced by a later position, as after a change of name', () => {
    const { records } = openTab();
    records.put('lead', [lead(7, 'Rajesh')], { position: '20' });
    records.put('lead', [lead(7, 'Ramesh')], { position: '21' });
    records.put('lead', [lead(7, 'Late')], { position: '19' });
    expect(records.read(ref)).toEqual(lead(7, 'Ramesh'));
  });

  test('that was deleted is restored only by a newer answer', () => {
    const { records } = openTab();
    records.put('lead', [lead(7)], { position: '20' });
    records.remove('lead', 'one', { revision: 8, position: '22' });
    records.put('lead', [lead(7)], { position: '21' });
    records.put('lead-detail', [lead(7)], { position: '21' });
    expect(records.read(ref)).toBeUndefined();
    expect(records.read('lead-detail/one')).toBeUndefined();
    records.put('lead', [lead(9)], { position: '23' });
    expect(records.read(ref)).toEqual(lead(9));
  });

  test('of a deleted lead is not restored by a late answer', () => {
    const { records } = openTab();
    const followUp = { followUpId: 'f', leadId: 'one', tab: 'upcoming' };
    records.put('lead', [lead(7)], { position: '20' });
    records.put('follow-up', [followUp], { position: '20' });
    records.remove('lead', 'one', { position: '22' });
    expect(records.all('follow-up')).toEqual([]);
    records.put('follow-up', [followUp], { position: '21' });
    expect(records.all('follow-up')).toEqual([]);
    // The follow-up was reassigned and came back.
    records.put('follow-up', [followUp], { position: '23' });
    expect(records.all('follow-up')).toEqual([followUp]);
  });

  test('that is newer than its reported removal stays, with its dependent records', () => {
    const { records } = openTab();
    const followUp = { followUpId: 'f', leadId: 'one', tab: 'upcoming' };
    records.put('lead', [lead(7)], { position: '20' });
    records.put('follow-up', [followUp], { position: '20' });
    records.remove('lead', 'one', { position: '19' });
    expect(records.all('lead')).toEqual([lead(7)]);
    expect(records.all('follow-up')).toEqual([followUp]);
  });

  test('without a revision is ordered by position', () => {
    const { records } = openTab();
    const visit = (note: string) => ({ visitId: 'v', tab: 'completed', note });
    records.put('visit', [visit('pushed')], { position: '20' });
    records.put('visit', [visit('slow')], { position: '19' });
    expect(records.read('visit/v')).toEqual(visit('pushed'));
  });

  test('is read as the newer of row and detail', () => {
    const { records } = openTab();
    const detail = { ...lead(5, 'Rajesh'), siteName: 'Old', landmark: 'Temple' };
    records.put('lead-detail', [detail], { position: '20' });
    expect(records.read(ref)).toEqual(detail);
    records.put('lead', [lead(6, 'Ramesh')], { position: '21' });
    expect(records.read(ref)).toEqual(lead(6, 'Ramesh'));
    // Keeps the detail's revision, so that an edit detects an outdated landmark.
    expect(records.read('lead-detail/one')).toEqual({
      leadId: 'one',
      name: 'Ramesh',
      landmark: 'Temple',
      revision: 5,
    });
    expect(records.isBehind('lead-detail/one')).toBe(true);
  });

  test('notifies its listeners once, and only of visible changes', () => {
    const { records } = openTab();
    const notified: (readonly RecordChange[])[] = [];
    records.subscribe((changes) => notified.push(changes));
    records.put('lead', [lead(7), { ...lead(1), leadId: 'two' }]);
    records.put('lead', [lead(6)]);
    expect(notified.map((changes) => changes.map((change) => change.ref))).toEqual([
      ['lead/one', 'lead/two'],
    ]);
  });

  test('whose deletion waits is hidden with its dependents, and returns if that is refused', () => {
    const { records } = openTab();
    records.put('lead', [lead(7)]);
    records.put('follow-up', [{ followUpId: 'f', leadId: 'one', tab: 'upcoming' }]);
    records.put('customer', [{ customerId: 'one', leadId: 'one', revision: 1 }]);
    records.hide(['one']);
    expect(records.read(ref)).toBeUndefined();
    expect(records.read('follow-up/f')).toBeUndefined();
    expect(records.read('customer/one')).toBeDefined();
    records.hide([]);
    expect(records.read(ref)).toEqual(lead(7));
  });

  describe('after the server was restored from a backup', () => {
    const beforeRestore = { position: '2026-11-01T00:00:00.000Z 20' };
    const afterRestore = { position: '2026-11-28T00:00:00.000Z 09' };
    const other = { ...lead(9), leadId: 'two' };

    test('replaces a higher revision, in memory and on the device', async () => {
      const tab = openTab();
      tab.records.put('lead', [lead(7)], beforeRestore);
      await tab.flush();
      tab.records.put('lead', [lead(3)], afterRestore);
      await tab.flush();
      const reopened = openTab();
      await reopened.restore();
      expect([tab, reopened].map(({ records }) => records.read(ref))).toEqual([lead(3), lead(3)]);
    });

    test('replaces records that the server may lack, even if the page loads later', async () => {
      const tab = openTab();
      tab.records.put('lead', [lead(7), other], beforeRestore);
      await tab.flush();
      const later = openTab();
      later.records.put('lead', [lead(3)], afterRestore);
      await later.restore();
      expect(later.records.all('lead')).toEqual([lead(3)]);
      await later.flush();
      const reopened = openTab();
      await reopened.restore();
      expect(reopened.records.all('lead')).toEqual([lead(3)]);
    });

    test('is not replaced by another tab’s earlier documents', async () => {
      const [tab, lateTab] = [openTab(), openTab()];
      tab.records.put('lead', [lead(3)], afterRestore);
      await tab.flush();
      lateTab.records.put('lead', [lead(7)], beforeRestore);
      await lateTab.flush();
      const reopened = openTab();
      await reopened.restore();
      expect(reopened.records.all('lead')).toEqual([lead(3)]);
      expect(lateTab.records.read(ref)).toEqual(lead(3));
    });
  });
});

test('a deleted record does not stay on a full device', async () => {
  const tab = openTab();
  tab.records.put('lead', [lead(1), { ...lead(1), leadId: 'two' }], { position: '1' });
  await tab.flush();
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  tab.records.put('lead', [{ ...lead(2), leadId: 'two' }], { position: '2' });
  tab.records.remove('lead', 'one', { revision: 2, position: '2' });
  await tab.flush();
  jest.restoreAllMocks();
  const reopened = openTab();
  await reopened.restore();
  expect(reopened.records.all('lead')).toEqual([{ ...lead(1), leadId: 'two' }]);
});

describe('two tabs on one device', () => {
  test('do not delete each other’s records', async () => {
    const [one, other] = [openTab(), openTab()];
    one.records.put('lead', [lead(7)]);
    await one.flush();
    other.records.put('lead', [{ ...lead(2), leadId: 'two' }]);
    await other.flush();
    const reopened = openTab();
    await reopened.restore();
    expect(reopened.records.all('lead')).toHaveLength(2);
  });

  test('store the newest version, whichever writes last, and both show it', async () => {
    const [one, other] = [openTab(), openTab()];
    one.records.put('lead', [lead(7)], { position: '20' });
    other.records.put('lead', [lead(6)], { position: '19' });
    await one.flush();
    await other.flush();
    await new Promise((done) => setTimeout(done, 20));
    expect(other.records.read(ref)).toEqual(lead(7));
    const reopened = openTab();
    await reopened.restore();
    expect(reopened.records.read(ref)).toEqual(lead(7));
  });

  test('both count a new record once, whichever receives it first', async () => {
    const [one, other] = [openTab(), openTab()];
    const addedFlags: boolean[] = [];
    other.records.subscribe((changes) => addedFlags.push(...changes.map(({ isAdded }) => isAdded)));
    one.records.put('lead', [lead(1)], { position: '20', isAdded: true });
    await one.flush();
    await waitFor(() => expect(other.records.read(ref)).toEqual(lead(1)));
    other.records.put('lead', [lead(1)], { position: '20', isAdded: true });
    expect(addedFlags.filter(Boolean)).toHaveLength(1);

    const reopened = openTab();
    reopened.records.subscribe((changes) =>
      addedFlags.push(...changes.map(({ isAdded }) => isAdded)),
    );
    await reopened.restore();
    expect(reopened.records.read(ref)).toEqual(lead(1));
    expect(addedFlags.filter(Boolean)).toHaveLength(1);
  });

  test('store records that arrive before their scope is known', async () => {
    let scope: string | undefined = undefined as string | undefined;
    const tab = new TabCache({ database: openDatabase, scope: () => scope }, new QueryClient());
    tab.records.put('lead', [lead(7)]);
    await tab.flush();
    scope = 'build|asha|sharma';
    await tab.flush();
    const reopened = openTab();
    await reopened.restore();
    expect(reopened.records.read(ref)).toEqual(lead(7));
  });

  test('of other accounts or builds read nothing of each other', async () => {
    const one = openTab();
    one.records.put('lead', [lead(7)]);
    await one.flush();
    const other = openTab('build|bina|sharma');
    await other.restore();
    expect(other.records.all('lead')).toEqual([]);
  });

  test('store nothing after the session has ended', async () => {
    const tab = openTab();
    tab.records.put('lead', [lead(7)]);
    const writing = tab.flush();
    await tab.clear();
    await writing;
    expect(await (await openDatabase()).getAll('records')).toEqual([]);
  });
});

describe('a stored list', () => {
  const listOf = (refs: readonly string[]) => ({ refs, hasMore: false, first: { total: 3 } });
  /** Tab that stores its answers, with one list. */
  function openList(refs: readonly string[]) {
    const tab = openTab();
    tab.answers.start(() => true);
    const query = tab.queryClient
      .getQueryCache()
      .build(tab.queryClient, { queryKey: ['leads', {}], meta: { isStored: true } });
    return { tab, answer: () => query.setData(listOf(refs), { manual: true }) };
  }
  const putLeads = ({ records }: TabCache, ...ids: readonly string[]): void =>
    records.put(
      'lead',
      ids.map((leadId) => ({ leadId, revision: 1 })),
    );
  const readAfterReload = async (): Promise<unknown> => {
    const reopened = openTab();
    await reopened.restore();
    return reopened.queryClient.getQueryData(['leads', {}]);
  };

  test('always has its rows on the device, whenever the page closes', async () => {
    const { tab, answer } = openList(['lead/one', 'lead/two']);
    putLeads(tab, 'one');
    await tab.records.flush();
    putLeads(tab, 'two');
    answer();
    const db = await openDatabase();
    await waitFor(async () => expect(await db.count('answers')).toBe(1));
    expect(await db.count('records')).toBe(2);
  });

  test('is shown up to its first unknown row, and not at all without any', async () => {
    const { tab, answer } = openList(['lead/one', 'lead/two', 'lead/three']);
    putLeads(tab, 'one', 'three');
    answer();
    await tab.flush();
    expect(await readAfterReload()).toEqual({
      ...listOf(['lead/one']),
      hasMore: true,
      next: undefined,
    });
    await (await openDatabase()).clear('records');
    expect(await readAfterReload()).toBeUndefined();
  });
});

test('forgets the oldest records of a kind beyond 2,000 that no list uses, in a tab that stays open', () => {
  const tab = openTab();
  const putActivities = (count: number, name: string, at: number): void =>
    tab.records.put(
      'activity',
      Array.from({ length: count }, (_, index) => ({ entryId: `${name}-${index}` })),
      { at },
    );
  putActivities(10, 'old', 1);
  putActivities(2_000, 'new', 2);
  tab.records.put('lead', [lead(1)], { at: 0 });
  tab.queryClient.setQueryData(['activity', {}], {
    refs: ['activity/old-3'],
    hasMore: false,
    first: {},
  });
  tab.prune();
  const remaining = tab.records
    .all('activity')
    .map((entry) => (entry as { readonly entryId: string }).entryId);
  expect(remaining).toHaveLength(2_001);
  expect(remaining.filter((id) => id.startsWith('old'))).toEqual(['old-3']);
  expect(tab.records.read(ref)).toEqual(lead(1));
});
