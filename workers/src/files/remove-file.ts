import type { FileStore } from '#platform/files/file-store/file-store.js';
import { variants } from '#domain/kernel/files.js';
import { type FileRecords, preview, variantKey } from '#platform/files/file-records.js';

/** A file and its smaller pictures go; first the record, so that no link is made to what is half gone. */
export async function removeFile({ files, records }: { readonly files: FileStore; readonly records: FileRecords }, key: string): Promise<void> {
  await records.remove(key);
  for (const stored of [...([...variants, preview] as const).map((smaller) => variantKey(key, smaller)), key]) await files.remove(stored);
}
