import type { PublicPicture } from '#domain/catalogue/catalogue.views.js';
import { type FileRecords, fileKey, PREVIEW } from '#platform/files/file-records.js';
import { previewSize } from './formats/preview.js';

/** Public pictures of files, in order; undefined for a file that is not public. */
export async function findPublicPictures(
  records: Pick<FileRecords, 'findMany'>,
  organizationId: string,
  fileIds: readonly (string | undefined)[],
): Promise<readonly (PublicPicture | undefined)[]> {
  const keys = fileIds.map((fileId) => fileId && fileKey(organizationId, fileId));
  const found = await records.findMany(keys.filter((key) => key !== undefined));
  return keys.map((key) => {
    const record = key === undefined ? undefined : found.get(key);
    if (record?.publishedTo !== 'everybody') return undefined;
    return {
      path: `/pictures/${key}`,
      ...(record.placeholder !== undefined && { placeholder: record.placeholder }),
    };
  });
}

export type LinkPreview = {
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
};

/** Preview of the cover picture, if it is public. Early records have no size. */
export async function findLinkPreview(
  records: Pick<FileRecords, 'find'>,
  organizationId: string,
  cover?: string,
): Promise<LinkPreview | undefined> {
  const key = fileKey(organizationId, cover ?? '');
  const record = cover === undefined ? undefined : await records.find(key);
  if (record?.publishedTo !== 'everybody') return undefined;
  const { width, height } = record;
  return {
    path: `/pictures/${key}/${PREVIEW}`,
    ...(width !== undefined && height !== undefined && previewSize({ width, height })),
  };
}
