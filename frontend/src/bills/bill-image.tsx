import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { useFileUrl } from '../lib/photos/photos.js';
import { lazyPart } from '../ui/loading/code.js';
import { classes } from '../ui/classes.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';

const PhotoViewer = lazyPart(() => import('../kit/capture/photo-viewer.js'));

interface BillImageProps {
  fileId: string;
  /** Name of the submitter, for the alternative text. */
  ownerName: string;
  /** Classes of its size; default is the size in a card. */
  className?: string;
  /** Whether to fetch a large picture, which can be read without opening it. */
  isLarge?: boolean;
}

/** Thumbnail of a bill, which opens in full size. */
export function BillImage({
  fileId,
  ownerName,
  className = 'size-14',
  isLarge = false,
}: BillImageProps): ReactNode {
  const { url } = useFileUrl(fileId, isLarge ? '1280' : '320');
  const [openIndex, setOpenIndex] = useState<number>();
  const alt = t`Bill of ${ownerName}`;
  return (
    <>
      <button
        type="button"
        className={classes('flex-none overflow-hidden rounded-control bg-press', className)}
        aria-label={t`Open picture: ${alt}`}
        onClick={() => setOpenIndex(0)}
      >
        {url && <img src={url} alt="" loading="lazy" className="size-full object-cover" />}
      </button>
      <LazyMount when={openIndex !== undefined}>
        <PhotoViewer
          photos={[{ id: fileId, alt }]}
          openIndex={openIndex}
          onOpenIndex={setOpenIndex}
        />
      </LazyMount>
    </>
  );
}
