import type { CSSProperties } from 'react';

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
