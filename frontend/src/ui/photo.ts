/** A picture as the grid and the viewer show it. */
export interface Photo {
  id: string;
  /** What it shows, or whose it is and when. */
  alt: string;
  /** Undefined until its link is known. */
  src: string | undefined;
  /** Taken here and not sent yet. */
  waiting?: boolean;
}
