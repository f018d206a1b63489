import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileUrlQuery } from '../lib/photos.js';
import Viewer from '../ui/viewer.js';

interface PhotoViewerProps {
  /** By their file ids. */
  photos: readonly { readonly id: string; readonly alt: string }[];
  at: number | undefined;
  onAt: (at: number | undefined) => void;
}

/** One photo over the whole screen; those beside it are asked for with it. */
export default function PhotoViewer({ photos, at, onAt }: PhotoViewerProps): ReactNode {
  const near = (place: number): boolean => at !== undefined && Math.abs(place - at) <= 1;
  const links = useQueries({ queries: photos.map(({ id }, place) => ({ ...fileUrlQuery(id, '1280'), enabled: near(place) })) });
  return <Viewer photos={photos.map((photo, place) => ({ ...photo, src: links[place]?.data?.url }))} at={at} onAt={onAt} />;
}
