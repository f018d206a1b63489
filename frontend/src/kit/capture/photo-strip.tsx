import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useBlobUrl, useFileUrl } from '../../lib/photos/photos.js';
import { classes } from '../../ui/classes.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { photosWaitingText } from '../texts/labels.js';
import { toastWithUndo, type Undo } from '../commands/undo.js';
import type { ChosenFile } from './use-photos.js';

const PhotoViewer = lazyPart(() => import('./photo-viewer.js'));

interface PhotoStripProps {
  /** Photos of the record by file id, shown first. */
  stored?: readonly string[];
  files: readonly ChosenFile[];
  /** Removes a photo; the returned function restores it. */
  onRemove: (fileId: string) => Undo;
  /** Number of photos whose upload waits. */
  waiting?: number;
  /** Whether a photo is large enough to be read, and opens on a press. */
  isLarge?: boolean;
  /** Tiles behind the photos that add more. */
  addTiles?: readonly AddTile[];
}

interface AddTile {
  label: string;
  icon: IconType;
  onPress: () => void;
}

/** Four tiles and their gaps are as wide as a phone's page. */
const tileClass =
  'flex-none size-18 max-md:size-[clamp(4.5rem,(100vw-2*var(--spacing-gutter)-1.5rem)/4,5.5rem)]';

/** Thumbnails of stored and chosen photos, which can be removed. */
export function PhotoStrip({
  stored = [],
  files,
  onRemove,
  waiting = 0,
  isLarge = false,
  addTiles = [],
}: PhotoStripProps): ReactNode {
  if (stored.length + files.length + addTiles.length === 0) return null;
  const remove = (fileId: string): void => toastWithUndo(t`Photo removed`, onRemove(fileId));
  return (
    <>
      {/* focus rings need room that a scrolling list cuts off */}
      <div className="-m-0.5 flex gap-2 overflow-x-auto p-0.5 [scrollbar-width:none]">
        {stored.length + files.length > 0 && (
          <ul className={classes('flex gap-2', isLarge && 'w-full')} aria-label={t`Photos`}>
            {stored.map((fileId, index) => (
              <StoredPhoto
                key={fileId}
                fileId={fileId}
                number={index + 1}
                isLarge={isLarge}
                onRemove={() => remove(fileId)}
              />
            ))}
            {files.map((file, index) => (
              <ChosenPhoto
                key={file.fileId}
                file={file}
                number={stored.length + index + 1}
                isLarge={isLarge}
                onRemove={() => remove(file.fileId)}
              />
            ))}
          </ul>
        )}
        {addTiles.map(({ label, icon, onPress }) => (
          <button
            key={label}
            type="button"
            className={classes(
              tileClass,
              'grid place-content-center justify-items-center gap-1 rounded-control border-[1.5px] border-dashed border-line-strong text-micro font-medium text-ink-2 hover:bg-hover',
            )}
            onClick={onPress}
          >
            <Icon icon={icon} />
            {label}
          </button>
        ))}
      </div>
      <PhotosWaiting count={waiting} />
    </>
  );
}

export const PhotosWaiting = ({ count }: { count: number }): ReactNode =>
  count > 0 && (
    <p className="meta" role="status">
      {photosWaitingText(count)}
    </p>
  );

function StoredPhoto({ fileId, ...shown }: { fileId: string } & ShownPhoto): ReactNode {
  const { url } = useFileUrl(fileId, shown.isLarge ? '1280' : '320');
  return <PhotoThumbnail fileId={fileId} url={url} {...shown} />;
}

function ChosenPhoto({ file, ...shown }: { file: ChosenFile } & ShownPhoto): ReactNode {
  const url = useBlobUrl(file.blob);
  return <PhotoThumbnail fileId={file.fileId} url={url} waiting={!file.uploaded} {...shown} />;
}

interface ShownPhoto {
  number: number;
  isLarge: boolean;
  onRemove: () => void;
}

function PhotoThumbnail({
  fileId,
  url,
  waiting = false,
  number,
  isLarge,
  onRemove,
}: ShownPhoto & { fileId: string; url: string | undefined; waiting?: boolean }): ReactNode {
  const [openIndex, setOpenIndex] = useState<number>();
  const alt = waiting ? t`Photo ${number}, waiting` : t`Photo ${number}`;
  // a large photo is shown whole, because its text is to be read
  const image = url && (
    <img
      src={url}
      alt={alt}
      className={classes(
        'rounded-[inherit]',
        isLarge ? 'size-full object-contain' : 'size-full object-cover',
      )}
    />
  );
  return (
    <li
      className={classes(
        'relative rounded-control',
        isLarge
          ? 'h-45 max-h-[50dvh] w-full flex-none overflow-hidden bg-sunken'
          : classes(tileClass, 'bg-bone'),
      )}
    >
      {isLarge ? (
        <button
          type="button"
          className="block size-full rounded-[inherit] focus-visible:-outline-offset-2"
          aria-label={waiting ? t`Open photo ${number}, waiting` : t`Open photo ${number}`}
          onClick={() => setOpenIndex(0)}
        >
          {image}
        </button>
      ) : (
        image
      )}
      <button
        type="button"
        aria-label={t`Remove photo ${number}`}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-tap items-start justify-items-end p-1"
      >
        <Icon icon={X} size="s" className="size-5.5 rounded-full bg-veil p-[3px] text-on-veil" />
      </button>
      <LazyMount when={openIndex !== undefined}>
        <PhotoViewer
          photos={[{ id: fileId, alt, src: url }]}
          openIndex={openIndex}
          onOpenIndex={setOpenIndex}
        />
      </LazyMount>
    </li>
  );
}
