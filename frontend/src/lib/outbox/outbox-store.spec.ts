/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Blob as CloneableBlob } from 'node:buffer';
import { openDatabase } from '../database.js';
import type { OutboxItem, SentItem } from './outbox-item.js';
import { outboxStore as thisTab } from './outbox-store.js';

// The blobs of jsdom cannot be cloned, and therefore not stored.
Object.assign(globalThis, { Blob: CloneableBlob });

/** Store of another tab on the same device. */
async function openTab(): Promise<typeof thisTab> {
  let store: typeof thisTab | undefined;
  await jest.isolateModulesAsync(async () => {
    store = (await import('./outbox-store.js')).outboxStore;
  });
  return store!;
}
const otherTab = await openTab();

const itemOf = (commandId: string, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  commandId,
  name: 'EditLead',
  data: { leadId: 'lead', city: 'Nashik' },
  recordId: 'lead',
  recordName: 'Asha',
  files: [{ fileId: 'roof', name: '', type: 'image/jpeg', uploaded: false }],
  capturedAt: '2026-11-30T10:00:00Z',
  accountId: 'asha',
  organizationId: 'suryodaya',
  sequence: 1,
  state: 'waiting',
  tries: 0,
  notBefore: 0,
  ...changes,
});
const sentOf = (item: OutboxItem): SentItem => ({ ...item, revision: 2, position: '2', sentAt: 1 });
const add = (item: OutboxItem): Promise<void> =>
  thisTab.add(() => item, new Map([['roof', new Blob(['roof'])]]));

beforeEach(async () => {
  for (const store of ['outbox', 'sent', 'files'] as const)
    await (await openDatabase()).clear(store);
});

it('belongs to another tab', () => {
  expect(otherTab).not.toBe(thisTab);
});

it('does not bring back a sent item that another tab has forgotten', async () => {
  const item = itemOf('edit');
  await add(item);
  await thisTab.markSent(sentOf(item));
  await thisTab.forget([sentOf(item)]);
  await otherTab.markSent(sentOf(item));
  expect(await thisTab.readAll()).toEqual([]);
  expect(await thisTab.readAllSent()).toEqual([]);
  expect(await otherTab.readAllSent()).toEqual([]);
});

it('does not bring back an item that another tab has discarded', async () => {
  const item = itemOf('edit');
  await add(item);
  await otherTab.rewrite(() => []);
  await thisTab.change('edit', { state: 'waiting', tries: 1 });
  await thisTab.markSent(sentOf(item));
  expect(await otherTab.readAll()).toEqual([]);
  expect(await otherTab.readAllSent()).toEqual([]);
});

it('keeps an item that two tabs have sent once among the sent ones', async () => {
  const item = itemOf('edit');
  await add(item);
  await Promise.all([thisTab.markSent(sentOf(item)), otherTab.markSent(sentOf(item))]);
  expect(await thisTab.readAll()).toEqual([]);
  expect((await thisTab.readAllSent()).map(({ commandId }) => commandId)).toEqual(['edit']);
  expect(await thisTab.readBlob('roof')).toBeDefined();
});

it('rebases a later edit once, whichever tab has sent the earlier one', async () => {
  const item = itemOf('edit', { base: { revision: 1, values: { city: 'Pune' } } });
  const later = itemOf('later', {
    sequence: 2,
    files: [],
    base: { revision: 1, values: { city: 'Pune' } },
  });
  await add(item);
  await otherTab.add(() => later, new Map());
  await Promise.all([thisTab.markSent(sentOf(item)), otherTab.markSent(sentOf(item))]);
  expect(await thisTab.readAll()).toMatchObject([
    { commandId: 'later', base: { revision: 2, values: { city: 'Nashik' } } },
  ]);
});

it('keeps a photo of a forgotten item while another item that has it waits', async () => {
  const item = itemOf('edit');
  await add(item);
  await add(itemOf('later', { sequence: 2 }));
  await thisTab.markSent(sentOf(item));
  await thisTab.forget([sentOf(item)]);
  expect(await thisTab.readBlob('roof')).toBeDefined();
  await otherTab.markSent(sentOf(itemOf('later', { sequence: 2 })));
  await otherTab.forget([sentOf(itemOf('later'))]);
  expect(await thisTab.readBlob('roof')).toBeUndefined();
});
