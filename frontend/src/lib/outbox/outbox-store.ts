import { database } from '../database.js';
import { deleteDraft } from '../drafts/draft-store.js';
import { scopeOf } from '../account/identity.js';
import { type OutboxItem, rebasedItem, resubmitDraftName, type SentItem } from './outbox-item.js';
import { unstoredChanges } from './unstored-changes.js';

/** Key of the form draft that resubmits an item. */
const draftKeyOf = (item: OutboxItem): string => `${scopeOf(item)}|${resubmitDraftName(item)}`;

/** Outbox items on the device, so that a closed tab or an empty battery loses none. */
export const outboxStore = {
  async all(): Promise<OutboxItem[]> {
    return unstoredChanges.applyTo(await (await database()).getAll('outbox'));
  },

  /**
   * Stores an item and its files and deletes its draft, in one transaction: one of them always
   * exists.
   * @param capture builds the item, given all waiting and sent items of any tab
   */
  async add(
    capture: (waiting: readonly OutboxItem[], sent: readonly SentItem[]) => OutboxItem,
    blobs: ReadonlyMap<string, Blob>,
    draftKey?: string,
  ): Promise<void> {
    const transaction = (await database()).transaction(
      ['outbox', 'sent', 'files', 'drafts', 'draftFiles'],
      'readwrite',
    );
    const [waiting, sent] = await Promise.all([
      transaction.objectStore('outbox').getAll(),
      transaction.objectStore('sent').getAll(),
    ]);
    await Promise.all([
      transaction
        .objectStore('outbox')
        .put(capture(unstoredChanges.applyTo(waiting), unstoredChanges.addSentTo(sent))),
      draftKey &&
        deleteDraft(
          {
            drafts: transaction.objectStore('drafts'),
            draftFiles: transaction.objectStore('draftFiles'),
          },
          draftKey,
        ),
      ...[...blobs].map(([fileId, blob]) => transaction.objectStore('files').put({ fileId, blob })),
      transaction.done,
    ]);
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
    added: ReadonlyMap<string, Blob> = new Map(),
  ): Promise<void> {
    const transaction = (await database()).transaction(
      ['outbox', 'files', 'drafts', 'draftFiles'],
      'readwrite',
    );
    const stores = {
      drafts: transaction.objectStore('drafts'),
      draftFiles: transaction.objectStore('draftFiles'),
    };
    const before = unstoredChanges.applyTo(await transaction.objectStore('outbox').getAll());
    const unstored = new Map(before.map(({ commandId: id }) => [id, unstoredChanges.of(id)]));
    const after = change(before);
    const changed = after.filter((item) => !before.includes(item));
    const usedFiles = new Set(after.flatMap(({ files }) => files.map(({ fileId }) => fileId)));
    const removed = before.filter(
      ({ commandId }) => !after.some((item) => item.commandId === commandId),
    );
    const usedKeys = new Set(after.map(draftKeyOf));
    const drafts = removed.map(draftKeyOf).filter((key) => !usedKeys.has(key));
    await Promise.all([
      ...removed.map(({ commandId }) => transaction.objectStore('outbox').delete(commandId)),
      ...drafts.map((key) => deleteDraft(stores, key)),
      ...changed.map((item) => transaction.objectStore('outbox').put(item)),
      ...[...added]
        .filter(([fileId]) => usedFiles.has(fileId))
        .map(([fileId, blob]) => transaction.objectStore('files').put({ fileId, blob })),
      ...before.flatMap(({ files }) =>
        files
          .filter(({ fileId }) => !usedFiles.has(fileId))
          .map(({ fileId }) => transaction.objectStore('files').delete(fileId)),
      ),
      transaction.done,
    ]);
    for (const { commandId } of [...removed, ...changed])
      unstoredChanges.remove(commandId, unstored.get(commandId));
  },

  /** Moves an item to the sent ones. A move that the device cannot store is kept in memory. */
  async markSent(item: SentItem): Promise<void> {
    unstoredChanges.addSent(item);
    await moveToSent(item, { isShown: true }).catch(() => undefined);
  },

  async allSent(): Promise<SentItem[]> {
    return unstoredChanges.addSentTo(await (await database()).getAll('sent'));
  },

  /** Deletes sent items with their files. */
  async forget(items: readonly SentItem[]): Promise<void> {
    for (const item of items) unstoredChanges.hideSent(item);
    const transaction = (await database()).transaction(['sent', 'files'], 'readwrite');
    await Promise.all([
      ...items.map(({ commandId }) => transaction.objectStore('sent').delete(commandId)),
      ...items.flatMap(({ files }) =>
        files.map(({ fileId }) => transaction.objectStore('files').delete(fileId)),
      ),
      transaction.done,
    ]);
  },

  async blob(fileId: string): Promise<Blob | undefined> {
    return (await (await database()).get('files', fileId))?.blob;
  },
};

/** Stores a change of an item, with its earlier ones that are in memory only. */
async function storeChange(commandId: string, change: Partial<OutboxItem>): Promise<void> {
  const transaction = (await database()).transaction('outbox', 'readwrite');
  const item = await transaction.store.get(commandId);
  const earlier = unstoredChanges.of(commandId);
  await Promise.all([
    item && transaction.store.put({ ...item, ...earlier, ...change }),
    transaction.done,
  ]);
  unstoredChanges.remove(commandId, earlier);
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
  const transaction = (await database()).transaction(['outbox', 'sent', 'files'], 'readwrite');
  const waiting = transaction.objectStore('outbox');
  const stored = await waiting.getAll();
  const others = stored.filter(({ commandId }) => commandId !== item.commandId);
  const later = unstoredChanges.applyTo(others).map((other) => rebasedItem(other, item));
  const unusedFiles = isShown ? [] : item.files;
  await Promise.all([
    waiting.delete(item.commandId),
    isShown && transaction.objectStore('sent').put(item),
    ...unusedFiles.map(({ fileId }) => transaction.objectStore('files').delete(fileId)),
    ...later.filter((other) => !stored.includes(other)).map((other) => waiting.put(other)),
    transaction.done,
  ]);
}
