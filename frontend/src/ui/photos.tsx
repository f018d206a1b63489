import { lazy, useState, type ReactNode } from 'react';
import { classes } from './classes.js';
import { LazyMount } from './lazy-mount.js';
import type { Photo } from './photo.js';

const Viewer = lazy(() => import('./viewer.js'));

interface PhotoGridProps {
  photos: readonly Photo[];
  /** How many squares; the last one counts the rest. */
  most?: number;
  className?: string;
}

/** Squares, the last of which says how many more there are; each opens the viewer. */
export function PhotoGrid({ photos, most = 8, className }: PhotoGridProps): ReactNode {
  const [at, setAt] = useState<number>();
  const more = photos.length - most;
  return (
    <>
      <ul className={classes('photos', className)}>
        {photos.slice(0, most).map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              className="ph"
              aria-label={`Open photo ${index + 1} of ${photos.length}: ${photo.alt}`}
              onClick={() => setAt(index)}
            >
              {photo.src && <img src={photo.thumbnail ?? photo.src} alt="" loading="lazy" />}
              {photo.waiting && <span className="wait meta text-white">Waiting</span>}
              {more > 0 && index === most - 1 && <span className="more">+{more} more</span>}
            </button>
          </li>
        ))}
      </ul>
      <LazyMount when={at !== undefined}>
        <Viewer photos={photos} at={at} onAt={setAt} />
      </LazyMount>
    </>
  );
}
