import type { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecords, variantKey, variants } from '#platform/files/file-records.js';
import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import { buffer } from 'node:stream/consumers';
import { removeFile } from './remove-file.js';

/** Smaller pictures, for lists and small screens. Made again they are the same; of a picture that has gone there are none. */
export const photoVariants =
  ({ files, records }: { readonly files: FileStore; readonly records: FileRecords }) =>
  async ({ data }: Job): Promise<void> => {
    const key = String(data['key']);
    const content = (await records.find(key))?.kind === 'image' && (await files.read(key));
    if (!content) return;
    const original = await buffer(content);
    const { default: sharp } = await import('sharp');
    for (const variant of variants) {
      const side = Number(variant);
      const resized = await sharp(original).resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
      await files.put(variantKey(key, variant), resized, 'image/webp');
    }
    // It may have been removed meanwhile, because a person was erased.
    if (!(await records.find(key))) await removeFile({ files, records }, key);
  };
