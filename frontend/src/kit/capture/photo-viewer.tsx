import { Dialog } from '@base-ui/react/dialog';
import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { fileUrlQuery } from '../../lib/photos/photos.js';
import { IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { shownOf } from '../../ui/display/format.js';
import { useCloseOnBack } from '../../ui/overlays/overlay-history.js';

interface PhotoViewerProps {
  /**
   * Photos by file id. `src` is an address that is known already, such as that of a file on this
   * device.
   */
  photos: readonly {
    readonly id: string;
    readonly alt: string;
    readonly src?: string | undefined;
  }[];
  /** Index of the shown photo; undefined while closed. */
  openIndex: number | undefined;
  onOpenIndex: (openIndex: number | undefined) => void;
}

const viewerClass = classes(
  'fixed inset-0 z-(--ft-z-dialog) grid touch-pan-y touch-pinch-zoom grid-rows-[auto_minmax(0,1fr)_auto] bg-[#06090a] text-on-inverse',
  'transition-opacity duration-(--ft-base) ease-out focus-visible:outline-none data-starting-style:opacity-0 data-ending-style:opacity-0',
);
const buttonClass = classes(
  'min-h-11 w-11 bg-transparent text-on-inverse outline-inverse-accent hover:bg-[rgb(255_255_255/0.12)] hover:text-on-inverse',
  'disabled:bg-transparent disabled:text-[rgb(255_255_255/0.3)]',
);

/** Shortest movement of a finger that counts as a swipe; a tremor moves less. */
const MIN_SWIPE_PX = 48;

/** Full-screen photo. Adjacent photos are preloaded; arrows and swipes change it, Esc closes. */
export default function PhotoViewer({
  photos,
  openIndex,
  onOpenIndex,
}: PhotoViewerProps): ReactNode {
  // the last photo stays while the viewer fades out
  const [lastIndex, setLastIndex] = useState(0);
  if (openIndex !== undefined && openIndex !== lastIndex) setLastIndex(openIndex);
  const isNear = (index: number): boolean =>
    openIndex !== undefined && Math.abs(index - openIndex) <= 1;
  const links = useQueries({
    queries: photos.map(({ id, src: givenSrc }, index) => ({
      ...fileUrlQuery(id, '1280'),
      enabled: isNear(index) && givenSrc === undefined,
    })),
  });
  const shownIndex = Math.min(openIndex ?? lastIndex, photos.length - 1);
  const photo = photos[shownIndex];
  const src = photo?.src ?? links[shownIndex]?.data?.url;
  const turn = (step: number): void => {
    if (photos[shownIndex + step]) onOpenIndex(shownIndex + step);
  };
  const isOpen = openIndex !== undefined && photo !== undefined;
  useCloseOnBack(isOpen, () => onOpenIndex(undefined));
  const touchStartX = useRef<number>(undefined);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onOpenIndex(undefined)}>
      <Dialog.Portal>
        <Dialog.Popup
          className={viewerClass}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') turn(1);
            if (event.key === 'ArrowLeft') turn(-1);
          }}
          onPointerDown={(event) => {
            touchStartX.current = event.pointerType === 'touch' ? event.clientX : undefined;
          }}
          onPointerUp={(event) => {
            const distance =
              touchStartX.current === undefined ? 0 : event.clientX - touchStartX.current;
            if (Math.abs(distance) > MIN_SWIPE_PX) turn(distance < 0 ? 1 : -1);
          }}
        >
          <div className="flex items-center gap-2 pt-[calc(0.25rem+env(safe-area-inset-top))] pr-1 pb-1 pl-4">
            <Dialog.Title className="label grow num" aria-live="polite">
              {shownOf(shownIndex + 1, photos.length)}
            </Dialog.Title>
            <IconButton
              label={t`Close`}
              icon={X}
              className={buttonClass}
              onClick={() => onOpenIndex(undefined)}
            />
          </div>
          <div className="grid min-h-0 grid-rows-1 place-items-center px-2">
            {photo && src && (
              <img
                key={photo.id}
                className="max-h-full object-contain select-none"
                src={src}
                alt={photo.alt}
                draggable={false}
              />
            )}
          </div>
          <div className="flex justify-center gap-6 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
            <IconButton
              label={t`Previous photo`}
              icon={ChevronLeft}
              className={buttonClass}
              onClick={() => turn(-1)}
              disabled={shownIndex === 0}
            />
            <IconButton
              label={t`Next photo`}
              icon={ChevronRight}
              className={buttonClass}
              onClick={() => turn(1)}
              disabled={shownIndex === photos.length - 1}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
