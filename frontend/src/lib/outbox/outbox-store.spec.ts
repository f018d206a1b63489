/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Blob as CloneableBlob } from 'node:buffer';
import { openDatabase } from '../database.js';
import type { OutboxItem, SentItem } from './outbox-item.js';
import { outboxStore as one } from './outbox-store.js';

// The blobs of jsdom cannot be cloned, and therefore not stored.
Object.assign(globalThis, { Blob: CloneableBlob });

/** Store of another tab on the same device. */
async function openTab(): Promise<typeof one> {
  let store: typeof one | undefined;
  await jest.isolateModulesAsync(async () => {
    store = (await import('./outbox-store.js')).outboxStore;
  });
  return store!;
}
const other = await openTab();

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
  one.add(() => item, new Map([['roof', new Blob(['roof'])]]));

beforeEach(async () => {
  for (const store of ['outbox', 'sent', 'files'] as const)
    await (await openDatabase()).clear(store);
});

it('belongs to another tab', () => {
  expect(other).not.toBe(one);
});

it('does not bring back a sent item that another tab has forgotten', async () => {
  const item = itemOf('edit');
  await add(item);
  await one.markSent(sentOf(item));
  await one.forget([sentOf(item)]);
  await other.markSent(sentOf(item));
  expect([await one.readAll(), await one.readAllSent(), await other.readAllSent()]).toEqual([
    [],
    [],
    [],
  ]);
});

it('does not bring back an item that another tab has discarded', async () => {
  const item = itemOf('edit');
  await add(item);
  await other.rewrite(() => []);
  await one.change('edit', { state: 'waiting', tries: 1 });
  await one.markSent(sentOf(item));
  expect([await other.readAll(), await other.readAllSent()]).toEqual([[], []]);
});

it('keeps an item that two tabs have sent once among the sent ones', async () => {
  const item = itemOf('edit');
  await add(item);
  await Promise.all([one.markSent(sentOf(item)), other.markSent(sentOf(item))]);
  expect([
    await one.readAll(),
    (await one.readAllSent()).map(({ commandId }) => commandId),
  ]).toEqual([[], ['edit']]);
  expect(await one.readBlob('roof')).toBeDefined();
});

it('rebases a later edit once, whichever tab has sent the earlier one', async () => {
  const item = itemOf('edit', { base: { revision: 1, values: { city: 'Pune' } } });
  const later = itemOf('later', {
    sequence: 2,
    files: [],
    base: { revision: 1, values: { city: 'Pune' } },
  });
  await add(item);
  await other.add(() => later, new Map());
  await Promise.all([one.markSent(sentOf(item)), other.markSent(sentOf(item))]);
  expect(await one.readAll()).toMatchObject([
    { commandId: 'later', base: { revision: 2, values: { city: 'Nashik' } } },
  ]);
});

it('keeps a photo of a forgotten item while another item that has it waits', async () => {
  const item = itemOf('edit');
  await add(item);
  await add(itemOf('later', { sequence: 2 }));
  await one.markSent(sentOf(item));
  await one.forget([sentOf(item)]);
  expect(await one.readBlob('roof')).toBeDefined();
  await other.markSent(sentOf(itemOf('later', { sequence: 2 })));
  await other.forget([sentOf(itemOf('later'))]);
  expect(await one.readBlob('roof')).toBeUndefined();
});
