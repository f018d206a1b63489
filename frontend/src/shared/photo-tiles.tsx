import { useQueries } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import { fileUrlQuery } from '../lib/photos.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { PhotoGrid } from '../ui/photos.js';

const PhotoViewer = lazy(() => import('./photo-viewer.js'));

export interface PhotoTilesProps {
  fileIds: readonly string[];
  /** Whose they are, for who cannot see them. */
  of: string;
  most?: number;
  waiting?: boolean;
  className?: string;
}

export const photoName = (place: number, of: string): string => `Site photo ${place + 1}, by ${of}`;

/** Photos by their file ids, small, each by a link that lives for a few minutes; those that wait come from this device. */
export function PhotoTiles({ fileIds, of, most = 8, waiting = false, className }: PhotoTilesProps): ReactNode {
  const [at, setAt] = useState<number>();
  const shown = fileIds.slice(0, most);
  const links = useQueries({ queries: shown.map((fileId) => fileUrlQuery(fileId, '320')) });
  const photos = shown.map((id, place) => ({ id, alt: photoName(place, of), src: links[place]?.data?.url, waiting }));
  return (
    <>
      <PhotoGrid photos={photos} total={fileIds.length} onOpen={setAt} className={className} />
      <LazyMount when={at !== undefined}>
        <PhotoViewer fileIds={fileIds} of={of} at={at} onAt={setAt} />
      </LazyMount>
    </>
  );
}
