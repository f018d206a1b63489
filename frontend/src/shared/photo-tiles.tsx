import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import { fileUrlQuery } from '../lib/photos.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { PhotoGrid } from '../ui/photos.js';

const PhotoViewer = lazy(() => import('./photo-viewer.js'));

interface PhotoTilesProps {
  fileIds: readonly string[];
  /** Whose they are, for who cannot see them; one's own where it is left out. */
  of?: string;
  most?: number;
  waiting?: boolean;
  className?: string;
}

/** Photos by their file ids, small, each by a link that lives for a few minutes; those that wait come from this device. */
export function PhotoTiles({ fileIds, of, most = 8, waiting = false, className }: PhotoTilesProps): ReactNode {
  const [at, setAt] = useState<number>();
  const photos = fileIds.map((id, place) => ({ id, alt: of === undefined ? t`Site photo ${place + 1}, by you` : t`Site photo ${place + 1}, by ${of}` }));
  const shown = photos.slice(0, most);
  const links = useQueries({ queries: shown.map(({ id }) => fileUrlQuery(id, '320')) });
  return (
    <>
      <PhotoGrid
        photos={shown.map((photo, place) => ({ ...photo, src: links[place]?.data?.url, placeholder: links[place]?.data?.placeholder, waiting }))}
        total={photos.length}
        onOpen={setAt}
        className={className}
      />
      <LazyMount when={at !== undefined}>
        <PhotoViewer photos={photos} at={at} onAt={setAt} />
      </LazyMount>
    </>
  );
}
