import type { DehydratedState } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxItem, SentItem } from './outbox-item.js';

/** An answer of the server as it was last seen, for when there is no network. */
export type PersistedQuery = DehydratedState['queries'][number];

interface Tables extends DBSchema {
  /** One record: the answers of one account in one organization, by one version of the app. */
  queries: { key: string; value: { readonly version: string; readonly scope: string; readonly queries: readonly PersistedQuery[] } };
  outbox: { key: string; value: OutboxItem };
  /** What the answers that are kept may lack, because it was sent after they came. */
  sent: { key: string; value: SentItem };
  /** Photos and documents that wait to be uploaded, by file id; apart from the items, so that reading those stays quick. */
  files: { key: string; value: { readonly fileId: string; readonly blob: Blob } };
  drafts: { key: string; value: DraftRecord };
  /** Photos and documents of drafts, by file id; apart from the drafts, so that a keystroke does not write them again. */
  draftFiles: { key: string; value: { readonly fileId: string; readonly draftKey: string; readonly blob: Blob }; indexes: { draftKey: string } };
}
/** A draft without a version is version 1: its photos stand in it. */
export interface DraftRecord {
  readonly key: string;
  readonly version?: number;
  readonly draft: unknown;
  readonly at: number;
}
export type Database = IDBPDatabase<Tables>;

let opened: Promise<Database> | undefined;

/** The one database of this origin. Rejects where the browser keeps nothing, as some do in private windows. */
export function database(): Promise<Database> {
  opened ??= openDB<Tables>('fieldtrace', 4, {
    upgrade(db, before) {
      db.createObjectStore('draftFiles', { keyPath: 'fileId' }).createIndex('draftKey', 'draftKey');
      if (before === 3) return;
      db.createObjectStore('sent', { keyPath: 'commandId' });
      if (before === 2) return;
      db.createObjectStore('queries');
      if (before === 1) return (db as unknown as IDBPDatabase).deleteObjectStore('answers');
      db.createObjectStore('outbox', { keyPath: 'commandId' });
      db.createObjectStore('files', { keyPath: 'fileId' });
      db.createObjectStore('drafts', { keyPath: 'key' });
    },
    // another tab has a newer version: let it go on, and open again when we are asked
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}
