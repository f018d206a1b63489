import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileUrlQuery } from '../lib/photos.js';
import Viewer from '../ui/viewer.js';
import { photoName, type PhotoTilesProps } from './photo-tiles.js';

interface PhotoViewerProps extends Pick<PhotoTilesProps, 'fileIds' | 'of'> {
  at: number | undefined;
  onAt: (at: number | undefined) => void;
}

/** One photo over the whole screen; those beside it are asked for with it. */
export default function PhotoViewer({ fileIds, of, at, onAt }: PhotoViewerProps): ReactNode {
  const near = (place: number): boolean => at !== undefined && Math.abs(place - at) <= 1;
  const links = useQueries({ queries: fileIds.map((fileId, place) => ({ ...fileUrlQuery(fileId, '1280'), enabled: near(place) })) });
  return <Viewer photos={fileIds.map((id, place) => ({ id, alt: photoName(place, of), src: links[place]?.data?.url }))} at={at} onAt={onAt} />;
}
