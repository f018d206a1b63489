import { database } from './database.js';
import { deleteDraft } from './draft-store.js';
import { inOrder, type OutboxItem, type SentItem } from './outbox-item.js';

/** Where captures wait: on the device, so that a closed tab or an empty battery loses none. */
export const outboxStore = {
  async all(): Promise<OutboxItem[]> {
    return inOrder(await (await database()).getAll('outbox'));
  },

  /** Stores the item and its files, and deletes the draft and its files, in one transaction: never both, never neither. */
  async add(item: OutboxItem, blobs: ReadonlyMap<string, Blob>, draftKey?: string): Promise<void> {
    const work = (await database()).transaction(['outbox', 'files', 'drafts', 'draftFiles'], 'readwrite');
    await Promise.all([
      work.objectStore('outbox').put(item),
      draftKey && deleteDraft({ drafts: work.objectStore('drafts'), draftFiles: work.objectStore('draftFiles') }, draftKey),
      ...[...blobs].map(([fileId, blob]) => work.objectStore('files').put({ fileId, blob })),
      work.done,
    ]);
  },

  async put(item: OutboxItem): Promise<void> {
    await (await database()).put('outbox', item);
  },

  /**
   * What stands there becomes this, at once: one that is submitted again moves several. What did not change is not written: it may have been sent
   * meanwhile, and must not come back. Files that nothing names any more go.
   */
  async replace(before: readonly OutboxItem[], after: readonly OutboxItem[], added: ReadonlyMap<string, Blob> = new Map()): Promise<void> {
    const work = (await database()).transaction(['outbox', 'files'], 'readwrite');
    const named = new Set(after.flatMap(({ files }) => files.map(({ fileId }) => fileId)));
    const gone = before.filter(({ commandId }) => !after.some((item) => item.commandId === commandId));
    await Promise.all([
      ...gone.map(({ commandId }) => work.objectStore('outbox').delete(commandId)),
      ...after.filter((item) => !before.includes(item)).map((item) => work.objectStore('outbox').put(item)),
      ...[...added].map(([fileId, blob]) => work.objectStore('files').put({ fileId, blob })),
      ...before.flatMap(({ files }) =>
        files.filter(({ fileId }) => !named.has(fileId)).map(({ fileId }) => work.objectStore('files').delete(fileId)),
      ),
      work.done,
    ]);
  },

  /** Taken by the server: in one transaction it waits no more and is one of those that were sent. Its files stay: it is shown with them. */
  async taken(item: SentItem): Promise<void> {
    const work = (await database()).transaction(['outbox', 'sent'], 'readwrite');
    await Promise.all([work.objectStore('outbox').delete(item.commandId), work.objectStore('sent').put(item), work.done]);
  },

  async allSent(): Promise<SentItem[]> {
    return inOrder(await (await database()).getAll('sent'));
  },

  /** With their files. */
  async forget(items: readonly SentItem[]): Promise<void> {
    const work = (await database()).transaction(['sent', 'files'], 'readwrite');
    await Promise.all([
      ...items.map(({ commandId }) => work.objectStore('sent').delete(commandId)),
      ...items.flatMap(({ files }) => files.map(({ fileId }) => work.objectStore('files').delete(fileId))),
      work.done,
    ]);
  },

  async blob(fileId: string): Promise<Blob | undefined> {
    return (await (await database()).get('files', fileId))?.blob;
  },
};
