import type { CSSProperties } from 'react';
import { classes } from '../classes.js';

/** Background placeholder of a few pixels while the photo loads. */
export const placeholderStyle = (placeholder: string | undefined): CSSProperties | undefined =>
  placeholder === undefined
    ? undefined
    : { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' };

/** Grid of square photos. */
export const photosClass = 'grid grid-cols-4 gap-1 overflow-hidden rounded-control';
export const photoClass = classes(
  'ph relative block aspect-square w-full bg-bone focus-visible:-outline-offset-2 [&_img]:size-full [&_img]:object-cover',
  // rounds the corners of an incomplete row too
  '[li:nth-child(-n+3):last-child>&]:overflow-hidden [li:nth-child(-n+3):last-child>&]:rounded-r-control [li:only-child>&]:rounded-control',
);
