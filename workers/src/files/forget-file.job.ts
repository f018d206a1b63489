import type { FileStore } from '#platform/file-store/file-store.js';
import { type FileRecords, variantKey, variants } from '#platform/files/file-records.js';
import type { Job } from '#platform/job-queue/job-queue.js';

type Ports = { readonly files: FileStore; readonly records: FileRecords };

/** A file and its smaller pictures go; first the record, so that no link is made to what is half gone. */
export async function removeFile({ files, records }: Ports, key: string): Promise<void> {
  await records.remove(key);
  for (const stored of [...variants.map((variant) => variantKey(key, variant)), key]) await files.remove(stored);
}

/** Sixty days after its upload: a file that nothing refers to goes. */
export const forgetFile =
  (ports: Ports) =>
  async ({ data }: Job): Promise<void> => {
    const key = String(data['key']);
    if ((await ports.records.find(key))?.leadId === undefined) await removeFile(ports, key);
  };
