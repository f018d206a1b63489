import { inTransaction } from '../database.js';
import { deleteDraft } from '../drafts/draft-store.js';
import { scopeOf } from '../account/identity.js';
import { type OutboxItem, rebasedItem, resubmitDraftName, type SentItem } from './outbox-item.js';
import { unstoredChanges } from './unstored-changes.js';

/** Key of the form draft that resubmits an item. */
const draftKeyOf = (item: OutboxItem): string => `${scopeOf(item)}|${resubmitDraftName(item)}`;

interface LastRead {
  waiting?: readonly OutboxItem[];
  sent?: readonly SentItem[];
}
/** Items as they were read last: what is in memory is sent while the device does not answer. */
const lastRead: LastRead = {};

async function readWaiting(): Promise<readonly OutboxItem[]> {
  try {
    lastRead.waiting = await inTransaction(['outbox'], 'readonly', ({ store }) => store.getAll());
  } catch (error) {
    if (!lastRead.waiting) throw error;
  }
  return lastRead.waiting;
}

async function readSent(): Promise<readonly SentItem[]> {
  try {
    lastRead.sent = await inTransaction(['sent'], 'readonly', ({ store }) => store.getAll());
  } catch (error) {
    if (!lastRead.sent) throw error;
  }
  return lastRead.sent;
}

const fileIdsOf = (items: readonly OutboxItem[]): readonly string[] =>
  items.flatMap(({ files }) => files.map(({ fileId }) => fileId));

/** Outbox items on the device, so that a closed tab or an empty battery loses none. */
export const outboxStore = {
  async readAll(): Promise<OutboxItem[]> {
    return unstoredChanges.applyTo(await readWaiting());
  },

  /**
   * Stores an item and its files and deletes its draft, in one transaction, so that always either
   * item or draft exists.
   * @param capture builds the item, given all waiting and sent items of any tab
   */
  async add(
    capture: (waiting: readonly OutboxItem[], sent: readonly SentItem[]) => OutboxItem,
    blobs: ReadonlyMap<string, Blob>,
    draftKey?: string,
  ): Promise<void> {
    lastRead.waiting = await inTransaction(
      ['outbox', 'sent', 'files', 'drafts', 'draftFiles'],
      'readwrite',
      async (transaction) => {
        const items = transaction.objectStore('outbox');
        const files = transaction.objectStore('files');
        const stores = {
          drafts: transaction.objectStore('drafts'),
          draftFiles: transaction.objectStore('draftFiles'),
        };
        const [waiting, sent] = await Promise.all([
          items.getAll(),
          transaction.objectStore('sent').getAll(),
        ]);
        const item = capture(unstoredChanges.applyTo(waiting), unstoredChanges.addSentTo(sent));
        await Promise.all([
          items.put(item),
          draftKey && deleteDraft(stores, draftKey),
          ...[...blobs].map(([fileId, blob]) => files.put({ fileId, blob })),
        ]);
        return [...waiting, item];
      },
      { written: blobs.values() },
    );
  },

  /**
   * Changes an item only if it still waits: a sent or discarded one must not come back. A change
   * that the device cannot store is kept in memory.
   */
  async change(commandId: string, change: Partial<OutboxItem>): Promise<void> {
    await storeChange(commandId, change).catch(() => unstoredChanges.add(commandId, change));
  },

  /** Whether the device lacks changes that this tab has made. */
  hasUnstored: (): boolean => !unstoredChanges.isEmpty(),

  /** Stores the changes that the device could not store before. Rejects where it still cannot. */
  async storeUnstored(): Promise<void> {
    for (const commandId of unstoredChanges.changedIds()) await storeChange(commandId, {});
    for (const { item, isShown } of unstoredChanges.sent()) await moveToSent(item, { isShown });
  },

  /** Replaces all items in one transaction. Files and drafts of removed items are deleted. */
  async rewrite(
    change: (items: readonly OutboxItem[]) => readonly OutboxItem[],
    addedBlobs: ReadonlyMap<string, Blob> = new Map(),
  ): Promise<void> {
    const { after, written } = await inTransaction(
      ['outbox', 'files', 'drafts', 'draftFiles'],
      'readwrite',
      async (transaction) => {
        const outbox = transaction.objectStore('outbox');
        const files = transaction.objectStore('files');
        const stores = {
          drafts: transaction.objectStore('drafts'),
          draftFiles: transaction.objectStore('draftFiles'),
        };
        const before = unstoredChanges.applyTo(await outbox.getAll());
        const unstoredById = new Map(
          before.map(({ commandId: id }) => [id, unstoredChanges.changesOf(id)]),
        );
        const items = change(before);
        const changed = items.filter((item) => !before.includes(item));
        const usedFiles = new Set(fileIdsOf(items));
        const removed = before.filter(
          ({ commandId }) => !items.some((item) => item.commandId === commandId),
        );
        const usedDraftKeys = new Set(items.map(draftKeyOf));
        const unusedDraftKeys = removed.map(draftKeyOf).filter((key) => !usedDraftKeys.has(key));
        await Promise.all([
          ...removed.map(({ commandId }) => outbox.delete(commandId)),
          ...unusedDraftKeys.map((key) => deleteDraft(stores, key)),
          ...changed.map((item) => outbox.put(item)),
          ...[...addedBlobs]
            .filter(([fileId]) => usedFiles.has(fileId))
            .map(([fileId, blob]) => files.put({ fileId, blob })),
          ...fileIdsOf(before)
            .filter((fileId) => !usedFiles.has(fileId))
            .map((fileId) => files.delete(fileId)),
        ]);
        const writtenIds = [...removed, ...changed].map(({ commandId }) => commandId);
        return {
          after: items,
          written: writtenIds.map((id) => [id, unstoredById.get(id)] as const),
        };
      },
      { written: addedBlobs.values() },
    );
    lastRead.waiting = after;
    for (const [commandId, storedChange] of written)
      unstoredChanges.remove(commandId, storedChange);
  },

  /** Moves an item to the sent ones. A move that the device cannot store is kept in memory. */
  async markSent(item: SentItem): Promise<void> {
    unstoredChanges.addSent(item);
    await moveToSent(item, { isShown: true }).catch(() => undefined);
  },

  async readAllSent(): Promise<SentItem[]> {
    return unstoredChanges.addSentTo(await readSent());
  },

  /** Deletes sent items, and their files that no waiting item has. */
  async forget(items: readonly SentItem[]): Promise<void> {
    for (const item of items) unstoredChanges.hideSent(item);
    await inTransaction(['outbox', 'sent', 'files'], 'readwrite', async (transaction) => {
      const usedFiles = new Set(fileIdsOf(await transaction.objectStore('outbox').getAll()));
      await Promise.all([
        ...items.map(({ commandId }) => transaction.objectStore('sent').delete(commandId)),
        ...fileIdsOf(items)
          .filter((fileId) => !usedFiles.has(fileId))
          .map((fileId) => transaction.objectStore('files').delete(fileId)),
      ]);
    });
  },

  async readBlob(fileId: string): Promise<Blob | undefined> {
    const file = await inTransaction(['files'], 'readonly', ({ store }) => store.get(fileId));
    return file?.blob;
  },
};

/** Stores a change of an item, with its earlier ones that are in memory only. */
async function storeChange(commandId: string, change: Partial<OutboxItem>): Promise<void> {
  const stored = await inTransaction(['outbox'], 'readwrite', async ({ store }) => {
    const item = await store.get(commandId);
    const earlierChange = unstoredChanges.changesOf(commandId);
    if (item) await store.put({ ...item, ...earlierChange, ...change });
    return earlierChange;
  });
  unstoredChanges.remove(commandId, stored);
}

/**
 * Moves an item to the sent ones and rebases later edits, in one transaction. A full device forgets
 * it instead, because a stored item would be sent again.
 * @param isShown false if the records include it: the item is deleted with its files
 */
async function moveToSent(
  item: SentItem,
  { isShown }: { readonly isShown: boolean },
): Promise<void> {
  try {
    await removeWaiting(item, { isShown });
  } catch (error) {
    if (!isShown) throw error;
    await removeWaiting(item, { isShown: false });
  }
  unstoredChanges.removeSent(item);
}

/**
 * Removes an item from the waiting ones, in one transaction.
 * @param isShown moves it to the sent ones; false deletes its files
 */
async function removeWaiting(
  item: SentItem,
  { isShown }: { readonly isShown: boolean },
): Promise<void> {
  await inTransaction(['outbox', 'sent', 'files'], 'readwrite', async (transaction) => {
    const waiting = transaction.objectStore('outbox');
    const files = transaction.objectStore('files');
    const stored = await waiting.getAll();
    const others = stored.filter(({ commandId }) => commandId !== item.commandId);
    // another tab has moved or discarded it otherwise, and may have forgotten it since
    const isStillWaiting = others.length < stored.length;
    const baseOf = (id: string) => others.find(({ commandId }) => commandId === id)?.base;
    const rebased = unstoredChanges
      .applyTo(others)
      .map((other) => rebasedItem(other, item))
      .filter(({ commandId, base }) => base !== baseOf(commandId));
    const usedFiles = new Set(fileIdsOf(others));
    const unusedFiles = isShown ? [] : fileIdsOf([item]).filter((id) => !usedFiles.has(id));
    await Promise.all([
      waiting.delete(item.commandId),
      isShown && isStillWaiting && transaction.objectStore('sent').put(item),
      ...unusedFiles.map((fileId) => files.delete(fileId)),
      ...rebased.map((other) => waiting.put(other)),
    ]);
  });
}
