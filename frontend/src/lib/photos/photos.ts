import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FileLink } from '#domain/kernel/files/file.views.js';
import type { Variant } from '#domain/kernel/files/files.js';
import { get } from '../server/api.js';
import { sizeToSend } from './photo-size.js';
import { outboxStore } from '../outbox/outbox-store.js';
import { Problem } from '../server/problem.js';
import { isMissing, queryClient } from '../query-client.js';

const JPEG_QUALITY = 0.85;

/**
 * Whether a file may be a picture. Pickers give files without an extension no type, or a general
 * one.
 */
export const mayBePicture = ({ type }: Blob): boolean =>
  type === '' || type === 'application/octet-stream' || type.startsWith('image/');

/**
 * Shrinks a photo for storage and weak networks. Redrawing also removes its metadata, such as the
 * position. A file that the browser cannot read stays as it is.
 */
export async function shrinkPhoto(
  file: Blob,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<Blob> {
  if (!mayBePicture(file)) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = sizeToSend(image.width, image.height);
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext('2d');
    if (!drawing) return file;
    if (type === 'image/jpeg') {
      // JPEG has no transparency: transparent parts would turn black
      drawing.fillStyle = '#fff';
      drawing.fillRect(0, 0, width, height);
    }
    drawing.drawImage(image, 0, 0, width, height);
    image.close();
    return await canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  } catch {
    return file;
  }
}

/** Object URL of a blob while mounted. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [blob]);
  return url;
}

export interface FileAddress {
  readonly url: string;
  readonly kind: FileLink['kind'];
  readonly placeholder?: string;
}

/** Kind of a file, as the server names it. */
export const fileKindOf = ({ type }: Blob): FileLink['kind'] =>
  type === 'application/pdf' ? 'pdf' : type.startsWith('video/') ? 'video' : 'image';

/** Retries of opening a missing file: about six seconds with their pauses. */
const MAX_RETRIES = 4;

/** Time for which a link is used. It expires a little later. */
const LINK_LIFETIME_MS = 4 * 60_000;

/** Object URLs of waiting files, by file id. Revoked when the last query of a file is removed. */
const localAddresses = new Map<string, FileAddress>();
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const [kind, fileId] = query.queryKey as readonly unknown[];
  if (type !== 'removed' || kind !== 'file' || typeof fileId !== 'string') return;
  const address = localAddresses.get(fileId);
  if (!address || queryClient.getQueryCache().find({ queryKey: ['file', fileId], exact: false }))
    return;
  URL.revokeObjectURL(address.url);
  localAddresses.delete(fileId);
});

/**
 * Query for the address of a file: an object URL while it waits here, else a signed link.
 * `variant`: width of a smaller picture, in pixels.
 */
export const fileUrlQuery = (fileId: string, variant?: Variant) =>
  queryOptions({
    queryKey: ['file', fileId, variant],
    staleTime: LINK_LIFETIME_MS,
    gcTime: LINK_LIFETIME_MS,
    // the server publishes a file a moment after the record that names it
    retry: (failures, error) =>
      failures < MAX_RETRIES && (isMissing(error) || (error instanceof Problem && error.retryable)),
    queryFn: async ({ signal }): Promise<FileAddress> => {
      const localAddress = localAddresses.get(fileId);
      if (localAddress) return localAddress;
      const waitingFile = await outboxStore.readBlob(fileId).catch(() => undefined);
      if (!waitingFile) return get('/api/files/:fileId', { fileId, variant }, { signal });
      const source = { url: URL.createObjectURL(waitingFile), kind: fileKindOf(waitingFile) };
      localAddresses.set(fileId, source);
      return source;
    },
  });

export function useFileUrl(
  fileId: string,
  variant?: Variant,
): Partial<FileAddress> & { readonly failed: boolean } {
  const { data, isError: failed } = useQuery(fileUrlQuery(fileId, variant));
  return { ...data, failed };
}
