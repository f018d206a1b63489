import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { type Photo, photoLook, photosLook, placeholderStyle } from './photo.js';

interface PhotoGridProps {
  /** Those that are shown. */
  photos: readonly Photo[];
  /** How many there are in all. */
  total: number;
  onOpen: (at: number) => void;
  className?: string;
}

const veil = 'absolute inset-0 grid place-items-center bg-veil text-center text-[1rem]/[1.25] font-strong text-on-veil';

/** Squares, the last of which says how many more there are. */
export function PhotoGrid({ photos, total, onOpen, className }: PhotoGridProps): ReactNode {
  const more = total - photos.length;
  return (
    <ul className={classes(photosLook, className)}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <button type="button" className={photoLook} aria-label={t`Open photo ${index + 1} of ${total}: ${photo.alt}`} onClick={() => onOpen(index)}>
            {photo.src && <img src={photo.src} alt="" loading="lazy" style={placeholderStyle(photo.placeholder)} />}
            {photo.waiting && <span className={classes('meta', veil)}>{t`Waiting`}</span>}
            {more > 0 && index === photos.length - 1 && <span className={veil}>{t`+${more} more`}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
