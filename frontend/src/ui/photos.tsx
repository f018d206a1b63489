import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './button.js';
import { classes } from './classes.js';

export interface Photo {
  id: string;
  /** What it shows, or whose it is and when. */
  alt: string;
  /** Undefined until its link is known. */
  src: string | undefined;
  /** A smaller one for the grid. */
  thumbnail?: string;
  /** Taken here and not sent yet. */
  waiting?: boolean;
}

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
      <Viewer photos={photos} at={at} onAt={setAt} />
    </>
  );
}

interface ViewerProps {
  photos: readonly Photo[];
  /** Which one; undefined is closed. */
  at: number | undefined;
  onAt: (at: number | undefined) => void;
}

/** One photo over the whole screen. Arrows and swipes turn, Esc closes. */
export function Viewer({ photos, at, onAt }: ViewerProps): ReactNode {
  // what was last open stays drawn while the viewer fades
  const [kept, setKept] = useState(0);
  useEffect(() => {
    if (at !== undefined) setKept(at);
  }, [at]);
  const shown = Math.min(at ?? kept, photos.length - 1);
  const photo = photos[shown];
  const turn = (by: number): void => {
    if (photos[shown + by]) onAt(shown + by);
  };
  const touch = useRef<number>(undefined);
  return (
    <Dialog.Root open={at !== undefined && photo !== undefined} onOpenChange={(open) => !open && onAt(undefined)}>
      <Dialog.Portal>
        <Dialog.Popup
          className="viewer"
          data-theme="dark"
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') turn(1);
            if (event.key === 'ArrowLeft') turn(-1);
          }}
          onPointerDown={(event) => {
            touch.current = event.pointerType === 'touch' ? event.clientX : undefined;
          }}
          onPointerUp={(event) => {
            const by = touch.current === undefined ? 0 : event.clientX - touch.current;
            // a swipe is longer than a trembling finger
            if (Math.abs(by) > 48) turn(by < 0 ? 1 : -1);
          }}
        >
          <div className="viewer-bar">
            <Dialog.Title className="label grow num" aria-live="polite">
              {shown + 1} of {photos.length}
            </Dialog.Title>
            <IconButton label="Close" icon={X} onClick={() => onAt(undefined)} />
          </div>
          <div className="viewer-stage">{photo?.src && <img key={photo.id} src={photo.src} alt={photo.alt} draggable={false} />}</div>
          <div className="viewer-foot">
            <IconButton label="Previous photo" icon={ChevronLeft} onClick={() => turn(-1)} disabled={shown === 0} />
            <IconButton label="Next photo" icon={ChevronRight} onClick={() => turn(1)} disabled={shown === photos.length - 1} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
