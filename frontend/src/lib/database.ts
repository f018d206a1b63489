import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxItem, SentItem } from './outbox-item.js';

/**
 * Document or answer of the server: `key` begins with build, account and organization, `at` says
 * when it came, in milliseconds.
 */
interface StoredRow {
  readonly key: string;
  readonly at: number;
  readonly row: object;
}

interface Tables extends DBSchema {
  /** Documents of the server, a record a row. */
  records: { key: string; value: StoredRow; indexes: { at: number } };
  /** Answers of queries; of a list keys, cursor and counts. */
  answers: { key: string; value: StoredRow; indexes: { at: number } };
  outbox: { key: string; value: OutboxItem };
  /** Commands that stored answers may lack, because they were sent later. */
  sent: { key: string; value: SentItem };
  /**
   * Photos and documents that wait to be uploaded, by file id; apart from the items, so that
   * reading those stays quick.
   */
  files: { key: string; value: { readonly fileId: string; readonly blob: Blob } };
  drafts: { key: string; value: DraftRecord };
  /**
   * Photos and documents of drafts, by file id; apart from the drafts, so that a keystroke does not
   * write them again.
   */
  draftFiles: {
    key: string;
    value: { readonly fileId: string; readonly draftKey: string; readonly blob: Blob };
    indexes: { draftKey: string };
  };
}
/** A draft without a version is version 1: its photos stand in it. */
interface DraftRecord {
  readonly key: string;
  readonly version?: number;
  readonly draft: unknown;
  readonly at: number;
}
export type Database = IDBPDatabase<Tables>;

/**
 * Opening takes so long, in milliseconds, where an old tab does not close its version, or the
 * browser hangs.
 */
const OPEN_LIMIT_MS = 5_000;

let usable: Promise<Database> | undefined;

/**
 * The one database of this origin. Rejects where the browser keeps nothing, as some do in private
 * windows, and while it does not open.
 */
export function database(): Promise<Database> {
  usable ??= open();
  return usable;
}

function open(): Promise<Database> {
  const opened = openDB<Tables>('fieldtrace', 4, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('outbox', { keyPath: 'commandId' });
        db.createObjectStore('files', { keyPath: 'fileId' });
        db.createObjectStore('drafts', { keyPath: 'key' });
      }
      if (before < 3) db.createObjectStore('sent', { keyPath: 'commandId' });
      if (before < 4) {
        db.createObjectStore('draftFiles', { keyPath: 'fileId' }).createIndex(
          'draftKey',
          'draftKey',
        );
        // earlier versions stored answers whole, under these names
        const untyped = db as unknown as IDBPDatabase;
        for (const name of ['answers', 'queries'])
          if (untyped.objectStoreNames.contains(name)) untyped.deleteObjectStore(name);
        for (const name of ['records', 'answers'] as const)
          db.createObjectStore(name, { keyPath: 'key' }).createIndex('at', 'at');
      }
    },
    // another tab has a newer version: let it go on, and open again when we are asked
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      usable = undefined;
    },
    terminated: () => (usable = undefined),
  });
  opened.then(
    () => (usable = opened),
    () => (usable = undefined),
  );
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The database did not open in time')),
      OPEN_LIMIT_MS,
    );
    opened.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
