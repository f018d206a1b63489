import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import type { OutboxItem, SentItem } from './outbox/outbox-item.js';

/**
 * Stored document or answer. `key` begins with build, account and organization; `at` is the time of
 * receipt in milliseconds.
 */
interface StoredRow {
  readonly key: string;
  readonly at: number;
  readonly row: object;
}

interface Tables extends DBSchema {
  /** Documents of the server, one row per record. */
  records: { key: string; value: StoredRow; indexes: { at: number } };
  /** Answers of queries. A list's answer holds keys, cursor and counts. */
  answers: { key: string; value: StoredRow; indexes: { at: number } };
  outbox: { key: string; value: OutboxItem };
  /** Sent commands that stored answers may not include yet. */
  sent: { key: string; value: SentItem };
  /**
   * Files that wait for upload, by file id. Apart from the items, so that reading items is quick.
   */
  files: { key: string; value: { readonly fileId: string; readonly blob: Blob } };
  drafts: { key: string; value: DraftRecord };
  /**
   * Files of drafts, by file id. Separate from the drafts: a keystroke does not rewrite them.
   */
  draftFiles: {
    key: string;
    value: { readonly fileId: string; readonly draftKey: string; readonly blob: Blob };
    indexes: { draftKey: string };
  };
}
/** Stored draft. Version 1, which has no `version`, holds its photos inside. */
interface DraftRecord {
  readonly key: string;
  readonly version?: number;
  readonly draft: unknown;
  readonly at: number;
}
export type Database = IDBPDatabase<Tables>;

/**
 * Limit for opening and for each transaction: another tab may keep its version or its transaction
 * open, and a disk may hang.
 */
const ANSWER_LIMIT_MS = 5_000;
/** Rate at which the slowest devices store files: a photo of 10 MB takes 10 s. */
const SLOWEST_BYTES_PER_MS = 1_000;

let sharedDatabase: Promise<Database> | undefined;
/** Whether work was refused because the database did not open. */
let hasRefused = false;

/**
 * Opens the one database of this origin.
 * @throws Error where the browser stores nothing (some private windows) or opening takes too long
 */
export function openDatabase(): Promise<Database> {
  sharedDatabase ??= open();
  return sharedDatabase;
}

const NAME = 'fieldtrace';
const VERSION = 4;
type Callbacks = NonNullable<Parameters<typeof openDB<Tables>>[2]>;

/** Opens this build's version, or the one that a newer build in another tab has made. */
async function openVersion(callbacks: Callbacks): Promise<Database> {
  try {
    return await openDB<Tables>(NAME, VERSION, callbacks);
  } catch (error) {
    if ((error as Partial<Error>).name !== 'VersionError') throw error;
    return openDB<Tables>(NAME, undefined, callbacks);
  }
}

function open(): Promise<Database> {
  const opening = openVersion({
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore('outbox', { keyPath: 'commandId' });
        db.createObjectStore('files', { keyPath: 'fileId' });
        db.createObjectStore('drafts', { keyPath: 'key' });
      }
      if (oldVersion < 3) db.createObjectStore('sent', { keyPath: 'commandId' });
      if (oldVersion < 4) {
        db.createObjectStore('draftFiles', { keyPath: 'fileId' }).createIndex(
          'draftKey',
          'draftKey',
        );
        // earlier versions stored whole answers under these names
        const untyped = db as unknown as IDBPDatabase;
        for (const name of ['answers', 'queries'])
          if (untyped.objectStoreNames.contains(name)) untyped.deleteObjectStore(name);
        for (const name of ['records', 'answers'] as const)
          db.createObjectStore(name, { keyPath: 'key' }).createIndex('at', 'at');
      }
    },
    // another tab has a newer version: close this one, and reopen at the next call
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      sharedDatabase = undefined;
    },
    terminated: () => (sharedDatabase = undefined),
  });
  opening.then(
    () => {
      sharedDatabase = opening;
      if (hasRefused) announceAnswer();
      hasRefused = false;
    },
    () => {
      sharedDatabase = undefined;
      hasRefused = true;
    },
  );
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      hasRefused = true;
      reject(new Error('The database did not open in time'));
    }, ANSWER_LIMIT_MS);
    opening.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type StoreName = StoreNames<Tables>;
type Mode = 'readonly' | 'readwrite';
type Transaction<Stores extends readonly StoreName[], Access extends Mode> = IDBPTransaction<
  Tables,
  Stores,
  Access
>;

/** Stores that have not answered since a transaction exceeded its limit. */
const hangingStores = new Set<StoreName>();
/** Bytes of files that transactions of this tab are writing. Later transactions wait for them. */
let bytesUnderWay = 0;

interface TransactionOptions {
  /** Files that the work writes, which extend the limit. */
  readonly written?: Iterable<Blob>;
  readonly connect?: () => Promise<Database>;
}

/**
 * Runs work in a transaction, and resolves once its changes are stored. While a store hangs, its
 * later transactions fail at once.
 * @param work requests of this transaction only; a failure undoes all of them
 * @throws Error if the device does not answer in time. The transaction is undone then, or its end
 * is unknown if it was committing.
 */
export async function inTransaction<
  const Stores extends readonly StoreName[],
  Access extends Mode,
  Result,
>(
  stores: Stores,
  access: Access,
  work: (transaction: Transaction<Stores, Access>) => Promise<Result> | Result,
  { written = [], connect = openDatabase }: TransactionOptions = {},
): Promise<Result> {
  const device = await connect();
  if (stores.some((store) => hangingStores.has(store)))
    throw new Error(`The device does not answer (${stores.join()})`);
  const transaction = device.transaction(stores, access);
  const bytes = [...written].reduce((sum, { size }) => sum + size, 0);
  bytesUnderWay += bytes;
  const limitMs = ANSWER_LIMIT_MS + bytesUnderWay / SLOWEST_BYTES_PER_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      watchHanging(device, stores);
      reject(new Error(`The device did not answer in time (${stores.join()})`));
    }, limitMs);
  });
  const { done } = transaction;
  // handled below, unless the work throws at once
  done.catch(() => undefined);
  const complete = async (): Promise<Result> => {
    const [result] = await Promise.all([work(transaction), access === 'readwrite' && done]);
    return result;
  };
  try {
    return await Promise.race([complete(), limit]);
  } catch (error) {
    abort(transaction);
    throw error;
  } finally {
    bytesUnderWay -= bytes;
    clearTimeout(timer);
  }
}

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort();
  } catch {
    // the transaction is over, or committing
  }
}

const answerListeners = new Set<() => void>();
const announceAnswer = (): void => {
  for (const listener of answerListeners) listener();
};
/** Calls the listener when the device answers again, to store what waits in memory. */
export function onDeviceAnswer(listener: () => void): () => void {
  answerListeners.add(listener);
  return () => void answerListeners.delete(listener);
}

/** Runs work, and again once the device answers if it fails. Never rejects. */
export async function runOnceAnswered(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    const unsubscribe = onDeviceAnswer(() => {
      unsubscribe();
      void runOnceAnswered(work);
    });
  }
}

/** Marks stores as hanging until an empty transaction on them is over. */
function watchHanging(device: Database, stores: readonly StoreName[]): void {
  const unmarkStores = (): void => {
    for (const store of stores) hangingStores.delete(store);
    announceAnswer();
  };
  for (const store of stores) hangingStores.add(store);
  try {
    void device.transaction(stores).done.then(unmarkStores, unmarkStores);
  } catch {
    // the connection was closed; the next transaction has another one
    unmarkStores();
  }
}
