import { useQuery } from '@tanstack/react-query';
import { scopeOf, useIdentity } from '../account/identity.js';
import { inTransaction } from '../database.js';
import { queryClient } from '../query-client.js';
import { runWhileClosed } from './draft-slots.js';
import { deleteDraft, draftStore, fileIdsOf, mapFiles } from './draft-store.js';
import { announceDraft } from './shared-drafts.js';

/** Stored draft as a list shows it. */
interface ListedDraft {
  readonly key: string;
  /** Fields of the form; its files are left out. */
  readonly draft: unknown;
  /** Number of its files. */
  readonly files: number;
  readonly isStored: boolean;
}

/** Drafts whose keys begin with `prefix`, without their files. */
async function listDrafts(prefix: string): Promise<readonly ListedDraft[]> {
  return (await draftStore.readAll(prefix)).map(({ draft, ...stored }) => {
    let files = 0;
    const text = mapFiles(draft, () => void files++);
    return { ...stored, draft: text, files };
  });
}

/**
 * Deletes a draft with its files.
 * @returns function that restores both, under another key if a new draft has taken theirs
 */
async function removeDraft(key: string): Promise<() => Promise<string>> {
  const unstoredDraft = draftStore.unstored(key);
  const [record, files] = await inTransaction(
    ['drafts', 'draftFiles'],
    'readwrite',
    async (transaction) => {
      const drafts = transaction.objectStore('drafts');
      const draftFiles = transaction.objectStore('draftFiles');
      const found = await drafts.get(key);
      const filesOfDraft = await Promise.all(
        fileIdsOf(found?.draft).map((fileId) => draftFiles.get(fileId)),
      );
      await deleteDraft({ drafts, draftFiles }, key);
      return [found, filesOfDraft.filter((file) => file !== undefined)] as const;
    },
  );
  return async () => {
    const restoredKey = await inTransaction(
      ['drafts', 'draftFiles'],
      'readwrite',
      async (transaction) => {
        const drafts = transaction.objectStore('drafts');
        const draftFiles = transaction.objectStore('draftFiles');
        const isTaken = (await drafts.getKey(key)) !== undefined;
        const freeKey = isTaken ? `${key.replace(/#\d+$/, '')}#${Date.now()}` : key;
        await Promise.all([
          record && drafts.put({ ...record, key: freeKey }),
          ...files.map((file) => draftFiles.put({ ...file, draftKey: freeKey })),
        ]);
        return freeKey;
      },
      { written: files.map(({ blob }) => blob) },
    );
    if (unstoredDraft !== undefined) await draftStore.put(restoredKey, unstoredDraft, new Set());
    return restoredKey;
  };
}

/** Draft of a form that may be open in a tab or not. */
export interface AccountDraft {
  readonly key: string;
  /** Name of its form. */
  readonly form: string;
  /** Fields of the form; its files are left out. */
  readonly draft: unknown;
  readonly files: number;
  /** Whether the device has stored it whole; else it lasts as long as the page. */
  readonly isStored: boolean;
}

/** Drafts on this device for this account in this organization. */
export function useAccountDrafts(): readonly AccountDraft[] {
  const prefix = `${useIdentity(scopeOf)}|`;
  const { data = [] } = useQuery(
    {
      queryKey: ['draft', prefix],
      queryFn: () => listDrafts(prefix).catch(() => []),
      gcTime: 0,
      staleTime: 0,
    },
    queryClient,
  );
  return data.map((storedDraft) => ({
    ...storedDraft,
    form: storedDraft.key.slice(prefix.length).replace(/#\d+$/, ''),
  }));
}

/**
 * Removes a draft that no form has open.
 * @returns its undo, which rejects if the device cannot store it; undefined if a form has it open
 * @throws Error if the device cannot delete it
 */
export async function removeAccountDraft(key: string): Promise<(() => Promise<void>) | undefined> {
  let putBack: (() => Promise<string>) | undefined;
  await runWhileClosed(key, async () => {
    putBack = await removeDraft(key);
  });
  if (!putBack) return undefined;
  announceDraft(key);
  const restore = putBack;
  return async () => announceDraft(await restore());
}
