import type { FileStore } from '#platform/files/file-store/file-store.js';
import { variants } from '#domain/kernel/files/files.js';
import { type FileRecords, PREVIEW, variantKey } from '#platform/files/file-records.js';

type FilePorts = { readonly files: FileStore; readonly records: FileRecords };

/**
 * Removes a file and its variants, the record first, so that no new link opens a half-removed file.
 * Held bytes stay until due.
 */
export async function removeFile({ files, records }: FilePorts, key: string): Promise<void> {
  await records.remove(key);
  if (!(await records.isHeld(key))) await removeBytes(files, key);
}

/** Removes a file that was held after an erasure, unless it was uploaded again meanwhile. */
export async function removeHeldFile({ files, records }: FilePorts, key: string): Promise<void> {
  if (!(await records.find(key))) await removeBytes(files, key);
  await records.removeHeld(key);
}

async function removeBytes(files: FileStore, key: string): Promise<void> {
  for (const stored of [
    ...([...variants, PREVIEW] as const).map((smaller) => variantKey(key, smaller)),
    key,
  ])
    await files.remove(stored);
}
