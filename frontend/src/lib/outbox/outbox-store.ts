import { database } from '../database.js';
import { deleteDraft } from '../drafts/draft-store.js';
import { scopeOf } from '../account/identity.js';
import {
  inCaptureOrder,
  type OutboxItem,
  rebasedItem,
  resubmitDraftName,
  type SentItem,
} from './outbox-item.js';

/** Key of the form draft that resubmits an item. */
const draftKeyOf = (item: OutboxItem): string => `${scopeOf(item)}|${resubmitDraftName(item)}`;

/** Outbox items on the device, so that a closed tab or an empty battery loses none. */
export const outboxStore = {
  async all(): Promise<OutboxItem[]> {
    return inCaptureOrder(await (await database()).getAll('outbox'));
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
      transaction.objectStore('outbox').put(capture(waiting, sent)),
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

  /** Changes an item only if it still waits: a sent or discarded one must not come back. */
  async change(commandId: string, change: (item: OutboxItem) => OutboxItem): Promise<void> {
    const transaction = (await database()).transaction('outbox', 'readwrite');
    const item = await transaction.store.get(commandId);
    await Promise.all([item && transaction.store.put(change(item)), transaction.done]);
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
    const before = inCaptureOrder(await transaction.objectStore('outbox').getAll());
    const after = change(before);
    const usedFiles = new Set(after.flatMap(({ files }) => files.map(({ fileId }) => fileId)));
    const removed = before.filter(
      ({ commandId }) => !after.some((item) => item.commandId === commandId),
    );
    const usedKeys = new Set(after.map(draftKeyOf));
    const drafts = removed.map(draftKeyOf).filter((key) => !usedKeys.has(key));
    await Promise.all([
      ...removed.map(({ commandId }) => transaction.objectStore('outbox').delete(commandId)),
      ...drafts.map((key) => deleteDraft(stores, key)),
      ...after
        .filter((item) => !before.includes(item))
        .map((item) => transaction.objectStore('outbox').put(item)),
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
  },

  /**
   * Moves an item to the sent ones and rebases later edits, in one transaction. A full device
   * forgets it instead, because a stored item would be sent again.
   */
  async markSent(item: SentItem): Promise<void> {
    try {
      await removeWaiting(item, { isShown: true });
    } catch {
      await removeWaiting(item, { isShown: false });
    }
  },

  async allSent(): Promise<SentItem[]> {
    return inCaptureOrder(await (await database()).getAll('sent'));
  },

  /** Deletes sent items with their files. */
  async forget(items: readonly SentItem[]): Promise<void> {
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
  const later = (await waiting.getAll()).filter(({ commandId }) => commandId !== item.commandId);
  const unusedFiles = isShown ? [] : item.files;
  await Promise.all([
    waiting.delete(item.commandId),
    isShown && transaction.objectStore('sent').put(item),
    ...unusedFiles.map(({ fileId }) => transaction.objectStore('files').delete(fileId)),
    ...later
      .map((each) => [each, rebasedItem(each, item)] as const)
      .map(([each, next]) => next !== each && waiting.put(next)),
    transaction.done,
  ]);
}
