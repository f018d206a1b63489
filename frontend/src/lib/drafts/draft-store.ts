import { inTransaction } from '../database.js';

/** Version of the stored shape. Version 1 held its photos inside. */
export const DRAFT_VERSION = 2;

/** Object stores of the caller's transaction. */
interface DraftStores {
  readonly drafts: {
    readonly transaction: { readonly done: Promise<void> };
    readonly delete: (key: string) => Promise<void>;
    readonly getAll: () => Promise<
      readonly { readonly key: string; readonly version?: number; readonly draft: unknown }[]
    >;
  };
  readonly draftFiles: {
    readonly delete: (fileId: string) => Promise<void>;
    readonly getAllKeys: () => Promise<readonly string[]>;
    readonly index: (name: 'draftKey') => {
      readonly getAllKeys: (key: string) => Promise<readonly string[]>;
    };
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

/** Ids of a draft's files. */
export function fileIdsOf(draft: unknown): readonly string[] {
  const fileIds: string[] = [];
  mapFiles(draft, ({ fileId }) => fileIds.push(fileId));
  return fileIds;
}

function blobsOf(draft: unknown): ReadonlyMap<string, Blob> {
  const blobs = new Map<string, Blob>();
  mapFiles(draft, ({ fileId, blob }) => blob !== FILE_REFERENCE && blobs.set(fileId, blob));
  return blobs;
}

/** Whether a draft has a file that is not stored yet. */
export const hasNewFile = (draft: unknown, storedFileIds: ReadonlySet<string>): boolean =>
  [...blobsOf(draft).keys()].some((fileId) => !storedFileIds.has(fileId));

/**
 * Drafts that the device has not stored whole, by key. This tab keeps them, so that a form that is
 * closed while the device is full shows them again.
 */
const unstored = new Map<string, UnstoredDraft>();
interface UnstoredDraft {
  /** Undefined if the draft was deleted and the device still has it. */
  readonly draft: unknown;
  /** Time of the change, in milliseconds. A later change by another tab wins. */
  readonly at: number;
  /** Merges the draft into the stored one, which could not be read before. */
  readonly mergeInto?: MergeInto | undefined;
}
type MergeInto = (stored: FoundDraft) => unknown;
const mergedDraft = (
  { draft, mergeInto }: UnstoredDraft,
  stored: FoundDraft | undefined,
): unknown => (stored && mergeInto ? mergeInto(stored) : draft);

/** Latest time of each draft's changes that this tab has seen, in milliseconds. */
const seenAt = new Map<string, number>();
/** Time of a change: later than earlier changes, even if the device's clock was set back since. */
function timeOfChange(key: string): number {
  const at = Math.max(Date.now(), (seenAt.get(key) ?? 0) + 1);
  seenAt.set(key, at);
  return at;
}

interface NewRecord {
  readonly key: string;
  readonly draft: unknown;
  readonly at: number;
}

/** Stores a draft with its new files, unless it was deleted before its transaction began. */
function writeDraft(
  { key, draft, at }: NewRecord,
  addedFiles: readonly (readonly [fileId: string, blob: Blob])[],
): Promise<void> {
  return inTransaction(
    ['drafts', 'draftFiles'],
    'readwrite',
    async (transaction) => {
      if (!unstored.has(key)) return;
      const files = transaction.objectStore('draftFiles');
      const puts = Promise.all([
        transaction.objectStore('drafts').put({ key, version: DRAFT_VERSION, draft, at }),
        ...addedFiles.map(([fileId, blob]) => files.put({ fileId, draftKey: key, blob })),
      ]);
      // a closing page never learns that the puts succeeded: commit now
      transaction.commit();
      await puts;
    },
    { written: addedFiles.map(([, blob]) => blob) },
  );
}

interface FoundDraft {
  readonly draft: unknown;
  readonly version: number;
  readonly at: number;
  readonly storedFileIds: ReadonlySet<string>;
}

function readStored(key: string): Promise<FoundDraft | undefined> {
  return inTransaction(['drafts', 'draftFiles'], 'readonly', async (transaction) => {
    const record = await transaction.objectStore('drafts').get(key);
    if (!record) return undefined;
    seenAt.set(key, Math.max(record.at, seenAt.get(key) ?? 0));
    const files = transaction.objectStore('draftFiles');
    const foundFiles = await Promise.all(
      fileIdsOf(record.draft).map((fileId) => files.get(fileId)),
    );
    const blobs = new Map(
      foundFiles.flatMap((file) => (file ? [[file.fileId, file.blob] as const] : [])),
    );
    const draft = mapFiles(record.draft, (file) => {
      const blob = file.blob === FILE_REFERENCE ? blobs.get(file.fileId) : file.blob;
      return blob && { ...file, blob };
    });
    return {
      draft,
      version: record.version ?? 1,
      at: record.at,
      storedFileIds: new Set(blobs.keys()),
    };
  });
}

interface DraftInStoreOrMemory {
  readonly key: string;
  readonly draft: unknown;
  /** Whether the device has stored it whole; else it lasts as long as the page. */
  readonly isStored: boolean;
}

export const draftStore = {
  /**
   * Stores a draft, and its new blobs in rows of their own. A full device stores the text only;
   * this tab keeps the rest.
   * @param storedFileIds updated at once
   * @returns time of the change, in milliseconds
   * @throws where something was not stored
   */
  async put(key: string, draft: unknown, storedFileIds: Set<string>): Promise<number> {
    const blobs = blobsOf(draft);
    const addedFiles = [...blobs].filter(([fileId]) => !storedFileIds.has(fileId));
    const removedFileIds = [...storedFileIds].filter((fileId) => !blobs.has(fileId));
    for (const [fileId] of addedFiles) storedFileIds.add(fileId);
    for (const fileId of removedFileIds) storedFileIds.delete(fileId);
    const withoutBlobs = mapFiles(draft, (file) => ({ ...file, blob: FILE_REFERENCE }));
    const change: UnstoredDraft = { draft, at: timeOfChange(key) };
    const record = { key, draft: withoutBlobs, at: change.at };
    unstored.set(key, change);
    try {
      await writeDraft(record, addedFiles);
    } catch (error) {
      for (const [fileId] of addedFiles) storedFileIds.delete(fileId);
      // a later change, which may be under way, has the newer text
      if (addedFiles.length > 0 && unstored.get(key) === change) await writeDraft(record, []);
      throw error;
    }
    if (unstored.get(key) === change) {
      if ([...blobs.keys()].some((fileId) => !storedFileIds.has(fileId)))
        throw new Error('A file of an earlier change was not stored');
      unstored.delete(key);
    }
    if (removedFileIds.length > 0) await draftStore.collectOrphans();
    return change.at;
  },

  /** Keeps a draft in memory only: `storeAgain` stores it once the device can. */
  keep: (key: string, draft: unknown, mergeInto?: MergeInto): unknown =>
    unstored.set(key, { draft, at: timeOfChange(key), mergeInto }),

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
    else if (change.draft === undefined) await draftStore.delete(key);
    else await draftStore.put(key, mergedDraft(change, found), new Set(found?.storedFileIds));
  },

  /** Reads a draft with its blobs. A file whose blob is gone is dropped. */
  async get(key: string): Promise<FoundDraft | undefined> {
    const change = unstored.get(key);
    const found = await readStored(key).catch((error: unknown) => {
      if (!change) throw error;
      return undefined;
    });
    if (!change || (found && found.at > change.at)) return found;
    if (change.draft === undefined) return undefined;
    return {
      draft: mergedDraft(change, found),
      at: change.at,
      version: DRAFT_VERSION,
      storedFileIds: found?.storedFileIds ?? new Set(),
    };
  },

  /**
   * Deletes a draft, then its files. Files that stay behind are deleted at the next start.
   * @throws Error if the device cannot delete the draft
   */
  async delete(key: string): Promise<void> {
    unstored.delete(key);
    try {
      await inTransaction(['drafts'], 'readwrite', async (transaction) => {
        const deleted = transaction.store.delete(key);
        transaction.commit();
        await deleted;
      });
    } catch (error) {
      // a form may have stored a new draft meanwhile
      if (!unstored.has(key)) draftStore.keep(key, undefined);
      throw error;
    }
    await draftStore.collectOrphans();
  },

  async readKeys(prefix: string): Promise<readonly string[]> {
    return (await draftStore.readAll(prefix)).map(({ key }) => key);
  },

  /** Drafts whose keys begin with `prefix`, with references in place of stored files. */
  async readAll(prefix: string): Promise<readonly DraftInStoreOrMemory[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const keptDrafts = [...unstored].filter(
      ([key, { draft }]) => key.startsWith(prefix) && draft !== undefined,
    );
    const stored = await inTransaction(['drafts'], 'readonly', ({ store }) =>
      store.getAll(range),
    ).catch(() => []);
    return [
      ...stored
        .filter(({ key }) => !unstored.has(key))
        .map(({ key, draft }) => ({ key, draft, isStored: true })),
      ...keptDrafts.map(([key, { draft }]) => ({ key, draft, isStored: false })),
    ];
  },

  /** Deletes files that no draft refers to. Any that stay behind go at the next start. */
  collectOrphans: (): Promise<void> =>
    inTransaction(['drafts', 'draftFiles'], 'readwrite', (transaction) =>
      deleteUnusedFiles({
        drafts: transaction.objectStore('drafts'),
        draftFiles: transaction.objectStore('draftFiles'),
      }),
    ).catch(() => undefined),
};

/** Deletes a draft, and files that no other draft has, within the caller's transaction. */
export async function deleteDraft(stores: DraftStores, key: string): Promise<void> {
  const change = unstored.get(key);
  unstored.delete(key);
  stores.drafts.transaction.done.catch(() => {
    // the deletion is undone
    if (change && !unstored.has(key)) unstored.set(key, change);
  });
  await stores.drafts.delete(key);
  await deleteUnusedFiles(stores);
}

/**
 * Deletes files that no draft refers to. Two drafts may refer to one file. The files of a draft
 * that a newer build has stored stay, because its references may look different.
 */
async function deleteUnusedFiles({ drafts, draftFiles }: DraftStores): Promise<void> {
  const [stored, fileIds] = await Promise.all([drafts.getAll(), draftFiles.getAllKeys()]);
  const fileIdsOfNewerBuild = await Promise.all(
    stored
      .filter(({ version = 1 }) => version > DRAFT_VERSION)
      .map(({ key }) => draftFiles.index('draftKey').getAllKeys(key)),
  );
  const usedFileIds = new Set([
    ...stored.flatMap(({ draft }) => fileIdsOf(draft)),
    ...fileIdsOfNewerBuild.flat(),
  ]);
  await Promise.all(
    fileIds.filter((fileId) => !usedFileIds.has(fileId)).map((fileId) => draftFiles.delete(fileId)),
  );
}
