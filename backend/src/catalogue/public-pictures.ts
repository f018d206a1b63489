import type { PublicPicture } from '#domain/catalogue/catalogue.views.js';
import { type FileRecords, fileKey } from '#platform/files/file-records.js';

/** Where everybody finds these pictures, in their order; undefined for those that nobody shows them yet. */
export const publicPictures = (
  records: Pick<FileRecords, 'find'>,
  organizationId: string,
  fileIds: readonly (string | undefined)[],
): Promise<readonly (PublicPicture | undefined)[]> =>
  Promise.all(
    fileIds.map(async (fileId) => {
      if (fileId === undefined) return undefined;
      const key = fileKey(organizationId, fileId);
      const record = await records.find(key);
      if (record?.publishedTo !== 'everybody') return undefined;
      return { path: `/pictures/${key}`, ...(record.placeholder !== undefined && { placeholder: record.placeholder }) };
    }),
  );
