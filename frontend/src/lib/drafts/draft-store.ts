import { database } from '../database.js';

/** Version of the stored shape. Version 1 held its photos inside. */
export const DRAFT_VERSION = 2;

interface Deletable {
  delete: (key: string) => Promise<void>;
}
/** Object stores of the caller's transaction. */
interface DraftStores {
  readonly drafts: Deletable;
  readonly draftFiles: Deletable & {
    index: (name: 'draftKey') => { getAllKeys: (key: string) => Promise<string[]> };
  };
}

/** Placeholder in a stored draft for a blob in `draftFiles`. */
const FILE_REFERENCE = 'beside';
interface HeldFile {
  readonly fileId: string;
  readonly blob: Blob | typeof FILE_REFERENCE;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isFile = (
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & HeldFile =>
  typeof value['fileId'] === 'string' &&
  (value['blob'] instanceof Blob || value['blob'] === FILE_REFERENCE);

/**
 * Copies a draft with `change` applied to each file in it. A file changed to undefined is dropped.
 */
export function mapFiles(value: unknown, change: (file: HeldFile) => unknown): unknown {
  if (Array.isArray(value))
    return value
      .map((each: unknown) => mapFiles(each, change))
      .filter((each) => each !== undefined);
  if (!isObject(value) || value instanceof Blob || value instanceof Date) return value;
  if (isFile(value)) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapFiles(each, change)]),
  );
}

function blobsOf(draft: unknown): ReadonlyMap<string, Blob> {
  const blobs = new Map<string, Blob>();
  mapFiles(draft, ({ fileId, blob }) => blob !== FILE_REFERENCE && blobs.set(fileId, blob));
  return blobs;
}

/** Whether a draft has a file that is not stored yet. */
export const hasNewFile = (draft: unknown, stored: ReadonlySet<string>): boolean =>
  [...blobsOf(draft).keys()].some((fileId) => !stored.has(fileId));

/**
 * Drafts that the device has not stored whole, by key. This tab keeps them, so that a form that is
 * closed while the device is full shows them again.
 */
const unstored = new Map<string, UnstoredDraft>();
interface UnstoredDraft {
  readonly draft: unknown;
  /** Time of the change, in milliseconds. A later change by another tab wins. */
  readonly at: number;
}

interface FileChanges {
  readonly added: readonly (readonly [fileId: string, blob: Blob])[];
  readonly removed: readonly string[];
}

async function writeDraft(
  { key, draft, at }: { readonly key: string; readonly draft: unknown; readonly at: number },
  { added, removed }: FileChanges,
): Promise<void> {
  const transaction = (await database()).transaction(['drafts', 'draftFiles'], 'readwrite');
  const files = transaction.objectStore('draftFiles');
  const done = Promise.all([
    transaction.objectStore('drafts').put({ key, version: DRAFT_VERSION, draft, at }),
    ...added.map(([fileId, blob]) => files.put({ fileId, draftKey: key, blob })),
    ...removed.map((fileId) => files.delete(fileId)),
    transaction.done,
  ]);
  // a closing page never learns that the puts succeeded: commit now
  transaction.commit();
  await done;
}

interface FoundDraft {
  readonly draft: unknown;
  readonly version: number;
  readonly at: number;
  /** Ids of the stored files. */
  readonly stored: ReadonlySet<string>;
}

async function readStored(key: string): Promise<FoundDraft | undefined> {
  const transaction = (await database()).transaction(['drafts', 'draftFiles']);
  const [record, files] = await Promise.all([
    transaction.objectStore('drafts').get(key),
    transaction.objectStore('draftFiles').index('draftKey').getAll(key),
    transaction.done,
  ]);
  if (!record) return undefined;
  const blobs = new Map(files.map(({ fileId, blob }) => [fileId, blob]));
  const draft = mapFiles(record.draft, (file) => {
    const blob = file.blob === FILE_REFERENCE ? blobs.get(file.fileId) : file.blob;
    return blob && { ...file, blob };
  });
  return { draft, version: record.version ?? 1, at: record.at, stored: new Set(blobs.keys()) };
}

interface StoredOrKept {
  readonly key: string;
  readonly draft: unknown;
  /** Whether the device has stored it whole; else it lasts as long as the page. */
  readonly isStored: boolean;
}

export const draftStore = {
  /**
   * Stores a draft, and its new blobs in rows of their own. A full device stores the text only;
   * this tab keeps the rest.
   * @param stored ids of the stored files; updated at once
   * @returns time of the change, in milliseconds
   * @throws where something was not stored
   */
  async put(key: string, draft: unknown, stored: Set<string>): Promise<number> {
    const blobs = blobsOf(draft);
    const added = [...blobs].filter(([fileId]) => !stored.has(fileId));
    const removed = [...stored].filter((fileId) => !blobs.has(fileId));
    for (const [fileId] of added) stored.add(fileId);
    for (const fileId of removed) stored.delete(fileId);
    const withoutBlobs = mapFiles(draft, (file) => ({ ...file, blob: FILE_REFERENCE }));
    const change: UnstoredDraft = { draft, at: Date.now() };
    const record = { key, draft: withoutBlobs, at: change.at };
    unstored.set(key, change);
    try {
      await writeDraft(record, { added, removed });
    } catch (error) {
      for (const [fileId] of added) stored.delete(fileId);
      if (added.length > 0) await writeDraft(record, { added: [], removed });
      throw error;
    }
    if (unstored.get(key) === change) unstored.delete(key);
    return change.at;
  },

  /** Draft that this tab keeps in memory; undefined if the device has it. */
  unstored: (key: string): unknown => unstored.get(key)?.draft,
  unstoredKeys: (): readonly string[] => [...unstored.keys()],

  /** Stores a draft that is kept in memory, unless another tab has stored a later one. */
  async storeAgain(key: string): Promise<void> {
    const change = unstored.get(key);
    if (!change) return;
    const found = await readStored(key);
    // a form has changed it again meanwhile
    if (unstored.get(key) !== change) return;
    if (found && found.at > change.at) unstored.delete(key);
    else await draftStore.put(key, change.draft, new Set(found?.stored));
  },

  /** Reads a draft with its blobs. A file whose blob is gone is dropped. */
  async get(key: string): Promise<FoundDraft | undefined> {
    const change = unstored.get(key);
    const found = await readStored(key).catch((error: unknown) => {
      if (!change) throw error;
      return undefined;
    });
    if (!change || (found && found.at > change.at)) return found;
    const { draft, at } = change;
    return { draft, at, version: DRAFT_VERSION, stored: found?.stored ?? new Set() };
  },

  /** Deletes a draft, then its files. A page that closes in between leaves only orphaned files. */
  async delete(key: string): Promise<void> {
    unstored.delete(key);
    const device = await database();
    const draft = device.transaction('drafts', 'readwrite');
    const files = device.transaction('draftFiles', 'readwrite');
    const deleted = draft.store.delete(key);
    draft.commit();
    await Promise.all([deleted, draft.done, deleteFiles(files.store, key), files.done]);
  },

  async keys(prefix: string): Promise<readonly string[]> {
    return (await draftStore.all(prefix)).map(({ key }) => key);
  },

  /** Drafts whose keys begin with `prefix`, with references in place of stored files. */
  async all(prefix: string): Promise<readonly StoredOrKept[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const kept = [...unstored].filter(([key]) => key.startsWith(prefix));
    const stored = await database()
      .then((device) => device.getAll('drafts', range))
      .catch(() => []);
    return [
      ...stored
        .filter(({ key }) => !unstored.has(key))
        .map(({ key, draft }) => ({ key, draft, isStored: true })),
      ...kept.map(([key, { draft }]) => ({ key, draft, isStored: false })),
    ];
  },

  /** Deletes files whose draft is gone. */
  async collectOrphans(): Promise<void> {
    const transaction = (await database()).transaction(['drafts', 'draftFiles'], 'readwrite');
    const drafts = new Set(await transaction.objectStore('drafts').getAllKeys());
    for await (const cursor of transaction.objectStore('draftFiles'))
      if (!drafts.has(cursor.value.draftKey)) await cursor.delete();
    await transaction.done;
  },
};

/** Deletes a draft and its files within the caller's transaction. */
export async function deleteDraft({ drafts, draftFiles }: DraftStores, key: string): Promise<void> {
  unstored.delete(key);
  await drafts.delete(key);
  await deleteFiles(draftFiles, key);
}

async function deleteFiles(draftFiles: DraftStores['draftFiles'], draftKey: string): Promise<void> {
  for (const fileId of await draftFiles.index('draftKey').getAllKeys(draftKey))
    await draftFiles.delete(fileId);
}
