import { Dialog } from '@base-ui/react/dialog';
import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './button.js';
import { useBackCloses } from './overlay-history.js';
import type { Photo } from './photo.js';

interface ViewerProps {
  photos: readonly Photo[];
  /** Which one; undefined is closed. */
  at: number | undefined;
  onAt: (at: number | undefined) => void;
}

/** One photo over the whole screen. Arrows and swipes turn, Esc closes. */
export default function Viewer({ photos, at, onAt }: ViewerProps): ReactNode {
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
  const isOpen = at !== undefined && photo !== undefined;
  useBackCloses(isOpen, () => onAt(undefined));
  const touch = useRef<number>(undefined);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onAt(undefined)}>
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
              {t`${shown + 1} of ${photos.length}`}
            </Dialog.Title>
            <IconButton label={t`Close`} icon={X} onClick={() => onAt(undefined)} />
          </div>
          <div className="viewer-stage">{photo?.src && <img key={photo.id} src={photo.src} alt={photo.alt} draggable={false} />}</div>
          <div className="viewer-foot">
            <IconButton label={t`Previous photo`} icon={ChevronLeft} onClick={() => turn(-1)} disabled={shown === 0} />
            <IconButton label={t`Next photo`} icon={ChevronRight} onClick={() => turn(1)} disabled={shown === photos.length - 1} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
