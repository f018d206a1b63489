import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fileUrlQuery } from '../../lib/photos/photos.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { classes } from '../../ui/classes.js';
import { photoClass, photosClass, placeholderStyle } from '../../ui/display/photo.js';

const PhotoViewer = lazyPart(() => import('./photo-viewer.js'));

const veilClass =
  'absolute inset-0 grid place-items-center bg-veil text-center text-[min(1rem,4.5vw)]/[1.25] font-strong text-on-veil';

interface PhotoTilesProps {
  fileIds: readonly string[];
  /** Owner of the photos, for the alternative text; default is the viewer. */
  owner?: string;
  max?: number;
  /** Whether the last tile shows how many more there are; a narrow cell says it beside the tile. */
  showsMore?: boolean;
  waiting?: boolean;
  className?: string;
}

/**
 * Photos as square tiles; the last one can show how many more there are. Waiting files come from
 * this device.
 */
export function PhotoTiles({
  fileIds,
  owner,
  max = 8,
  showsMore = true,
  waiting = false,
  className,
}: PhotoTilesProps): ReactNode {
  const [openIndex, setOpenIndex] = useState<number>();
  const photos = fileIds.map((id, index) => ({
    id,
    alt:
      owner === undefined
        ? t`Site photo ${index + 1}, by you`
        : t`Site photo ${index + 1}, by ${owner}`,
  }));
  const shownPhotos = photos.slice(0, max);
  const [total, hiddenCount] = [photos.length, photos.length - shownPhotos.length];
  const links = useQueries({ queries: shownPhotos.map(({ id }) => fileUrlQuery(id, '320')) });
  return (
    <>
      <ul className={classes(photosClass, className)}>
        {shownPhotos.map(({ id, alt }, index) => {
          const link = links[index]?.data;
          return (
            <li key={id}>
              <button
                type="button"
                className={photoClass}
                aria-label={t`Open photo ${index + 1} of ${total}: ${alt}`}
                onClick={() => setOpenIndex(index)}
              >
                {link && (
                  <img
                    src={link.url}
                    alt=""
                    loading="lazy"
                    style={placeholderStyle(link.placeholder)}
                  />
                )}
                {waiting && <span className={classes('meta', veilClass)}>{t`Waiting`}</span>}
                {showsMore && hiddenCount > 0 && index === shownPhotos.length - 1 && (
                  <span className={classes(veilClass, '@container')}>
                    <span className="@max-[4rem]:hidden">{t`+${hiddenCount} more`}</span>
                    <span className="@min-[4rem]:hidden">+{hiddenCount}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <LazyMount when={openIndex !== undefined}>
        <PhotoViewer photos={photos} openIndex={openIndex} onOpenIndex={setOpenIndex} />
      </LazyMount>
    </>
  );
}
