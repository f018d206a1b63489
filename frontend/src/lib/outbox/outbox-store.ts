import { database } from '../database.js';
import { deleteDraft } from '../drafts/draft-store.js';
import { scopeOf } from '../account/identity.js';
import { inOrder, type OutboxItem, rebased, resubmitDraft, type SentItem } from './outbox-item.js';

/** Key of the form draft that resubmits an item. */
const draftKeyOf = (item: OutboxItem): string => `${scopeOf(item)}|${resubmitDraft(item)}`;

/** Outbox items on the device, so that a closed tab or an empty battery loses none. */
export const outboxStore = {
  async all(): Promise<OutboxItem[]> {
    return inOrder(await (await database()).getAll('outbox'));
  },

  /**
   * Stores an item and its files and deletes its draft, in one transaction: one of them always
   * exists.
   * @param capture makes the item from those that wait or were sent, by any tab
   */
  async add(
    capture: (waiting: readonly OutboxItem[], sent: readonly SentItem[]) => OutboxItem,
    blobs: ReadonlyMap<string, Blob>,
    draftKey?: string,
  ): Promise<void> {
    const work = (await database()).transaction(
      ['outbox', 'sent', 'files', 'drafts', 'draftFiles'],
      'readwrite',
    );
    const [waiting, sent] = await Promise.all([
      work.objectStore('outbox').getAll(),
      work.objectStore('sent').getAll(),
    ]);
    await Promise.all([
      work.objectStore('outbox').put(capture(waiting, sent)),
      draftKey &&
        deleteDraft(
          { drafts: work.objectStore('drafts'), draftFiles: work.objectStore('draftFiles') },
          draftKey,
        ),
      ...[...blobs].map(([fileId, blob]) => work.objectStore('files').put({ fileId, blob })),
      work.done,
    ]);
  },

  /** Changes an item only if it still waits: a sent or discarded one must not come back. */
  async change(commandId: string, change: (item: OutboxItem) => OutboxItem): Promise<void> {
    const work = (await database()).transaction('outbox', 'readwrite');
    const item = await work.store.get(commandId);
    await Promise.all([item && work.store.put(change(item)), work.done]);
  },

  /** Replaces all items in one transaction. Files and drafts of removed items are deleted. */
  async rewrite(
    change: (items: readonly OutboxItem[]) => readonly OutboxItem[],
    added: ReadonlyMap<string, Blob> = new Map(),
  ): Promise<void> {
    const work = (await database()).transaction(
      ['outbox', 'files', 'drafts', 'draftFiles'],
      'readwrite',
    );
    const stores = {
      drafts: work.objectStore('drafts'),
      draftFiles: work.objectStore('draftFiles'),
    };
    const before = inOrder(await work.objectStore('outbox').getAll());
    const after = change(before);
    const named = new Set(after.flatMap(({ files }) => files.map(({ fileId }) => fileId)));
    const gone = before.filter(
      ({ commandId }) => !after.some((item) => item.commandId === commandId),
    );
    const kept = new Set(after.map(draftKeyOf));
    const drafts = gone.map(draftKeyOf).filter((key) => !kept.has(key));
    await Promise.all([
      ...gone.map(({ commandId }) => work.objectStore('outbox').delete(commandId)),
      ...drafts.map((key) => deleteDraft(stores, key)),
      ...after
        .filter((item) => !before.includes(item))
        .map((item) => work.objectStore('outbox').put(item)),
      ...[...added].map(([fileId, blob]) => work.objectStore('files').put({ fileId, blob })),
      ...before.flatMap(({ files }) =>
        files
          .filter(({ fileId }) => !named.has(fileId))
          .map(({ fileId }) => work.objectStore('files').delete(fileId)),
      ),
      work.done,
    ]);
  },

  /**
   * Moves an item to the sent ones and rebases later edits, in one transaction. A full device
   * forgets it instead, because a stored item would be sent again.
   */
  async taken(item: SentItem): Promise<void> {
    try {
      await moveTaken(item, { isShown: true });
    } catch {
      await moveTaken(item, { isShown: false });
    }
  },

  async allSent(): Promise<SentItem[]> {
    return inOrder(await (await database()).getAll('sent'));
  },

  /** Deletes sent items with their files. */
  async forget(items: readonly SentItem[]): Promise<void> {
    const work = (await database()).transaction(['sent', 'files'], 'readwrite');
    await Promise.all([
      ...items.map(({ commandId }) => work.objectStore('sent').delete(commandId)),
      ...items.flatMap(({ files }) =>
        files.map(({ fileId }) => work.objectStore('files').delete(fileId)),
      ),
      work.done,
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
async function moveTaken(
  item: SentItem,
  { isShown }: { readonly isShown: boolean },
): Promise<void> {
  const work = (await database()).transaction(['outbox', 'sent', 'files'], 'readwrite');
  const waiting = work.objectStore('outbox');
  const later = (await waiting.getAll()).filter(({ commandId }) => commandId !== item.commandId);
  const gone = isShown ? [] : item.files;
  await Promise.all([
    waiting.delete(item.commandId),
    isShown && work.objectStore('sent').put(item),
    ...gone.map(({ fileId }) => work.objectStore('files').delete(fileId)),
    ...later
      .map((each) => [each, rebased(each, item)] as const)
      .map(([each, next]) => next !== each && waiting.put(next)),
    work.done,
  ]);
}
