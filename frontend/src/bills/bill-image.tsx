import { t } from '@lingui/core/macro';
import { lazy, type ReactNode, useState } from 'react';
import { useFileUrl } from '../lib/photos.js';
import { LazyMount } from '../ui/lazy-mount.js';

const PhotoViewer = lazy(() => import('../shared/photo-viewer.js'));

interface BillImageProps {
  fileId: string;
  /** Whose bill it is of. */
  of: string;
  className?: string;
}

/** The picture of a bill, small; pressed, it opens in full size. */
export function BillImage({ fileId, of, className = 'bill-thumbnail' }: BillImageProps): ReactNode {
  const { url } = useFileUrl(fileId, '320');
  const [at, setAt] = useState<number>();
  const alt = t`Bill of ${of}`;
  return (
    <>
      <button type="button" className={className} aria-label={t`Open picture: ${alt}`} onClick={() => setAt(0)}>
        {url && <img src={url} alt="" loading="lazy" />}
      </button>
      <LazyMount when={at !== undefined}>
        <PhotoViewer photos={[{ id: fileId, alt }]} at={at} onAt={setAt} />
      </LazyMount>
    </>
  );
}
