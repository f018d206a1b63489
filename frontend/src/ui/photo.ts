import type { CSSProperties } from 'react';
import { classes } from './classes.js';

/** A picture as the grid shows it. */
export interface Photo {
  id: string;
  /** What it shows, or whose it is and when. */
  alt: string;
  /** Undefined until its link is known. */
  src: string | undefined;
  /** A few pixels of it, as the address of an image: they stand there until it has come. */
  placeholder?: string | undefined;
  /** Taken here and not sent yet. */
  waiting?: boolean;
}

/** What has these few pixels behind it. */
export const placeholderStyle = (placeholder: string | undefined): CSSProperties | undefined =>
  placeholder === undefined ? undefined : { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' };

/** Photos as a grid of squares. */
export const photosLook = 'grid grid-cols-4 gap-1 overflow-hidden rounded-control';
export const photoLook = classes(
  'ph relative block aspect-square w-full bg-bone focus-visible:-outline-offset-2 [&_img]:size-full [&_img]:object-cover',
  // a line that is not full ends round, too
  '[li:nth-child(-n+3):last-child>&]:overflow-hidden [li:nth-child(-n+3):last-child>&]:rounded-r-control [li:only-child>&]:rounded-control',
);
