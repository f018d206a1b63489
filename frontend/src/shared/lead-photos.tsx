import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { fileUrlQuery } from '../lib/photos.js';
import { PhotoGrid } from '../ui/photos.js';

interface LeadPhotosProps {
  fileIds: readonly string[];
  /** Whose they are, for who cannot see them. */
  of: string;
  most?: number;
  waiting?: boolean;
  className?: string;
}

/** Photos by their file ids, each by a link that lives for a few minutes; those that wait come from this device. */
export function LeadPhotos({ fileIds, of, most = 8, waiting = false, className }: LeadPhotosProps): ReactNode {
  const links = useQueries({ queries: fileIds.map((fileId) => fileUrlQuery(fileId)) });
  const urls = links.map(({ data }) => data?.url).join('|');
  const photos = useMemo(
    () => fileIds.map((id, place) => ({ id, alt: `Site photo ${place + 1}, by ${of}`, src: urls.split('|')[place] || undefined, waiting })),
    [fileIds, urls, of, waiting],
  );
  return <PhotoGrid photos={photos} most={most} className={className} />;
}
