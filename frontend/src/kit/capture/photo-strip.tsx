import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBlobUrl, useFileUrl } from '../../lib/photos/photos.js';
import { Icon } from '../../ui/display/icon.js';
import { photosWaitingText } from '../texts/labels.js';
import { toastWithUndo, type Undo } from '../commands/undo.js';
import type { ChosenFile } from './use-photos.js';

interface PhotoStripProps {
  /** Photos of the record by file id, shown first. */
  stored?: readonly string[];
  files: readonly ChosenFile[];
  /** Removes a photo; the returned function restores it. */
  onRemove: (fileId: string) => Undo;
  /** Number of photos whose upload waits. */
  waiting?: number;
}

/** Thumbnails of stored and chosen photos, which can be removed. */
export function PhotoStrip({
  stored = [],
  files,
  onRemove,
  waiting = 0,
}: PhotoStripProps): ReactNode {
  if (stored.length + files.length === 0) return null;
  const remove = (fileId: string): void => toastWithUndo(t`Photo removed`, onRemove(fileId));
  return (
    <>
      <ul
        className="flex gap-2 overflow-x-auto p-0.5 [scrollbar-width:none]"
        aria-label={t`Photos`}
      >
        {stored.map((fileId, index) => (
          <StoredPhoto
            key={fileId}
            fileId={fileId}
            number={index + 1}
            onRemove={() => remove(fileId)}
          />
        ))}
        {files.map((file, index) => (
          <ChosenPhoto
            key={file.fileId}
            file={file}
            number={stored.length + index + 1}
            onRemove={() => remove(file.fileId)}
          />
        ))}
      </ul>
      <PhotosWaiting photos={waiting} />
    </>
  );
}

export const PhotosWaiting = ({ photos }: { photos: number }): ReactNode =>
  photos > 0 && (
    <p className="meta" role="status">
      {photosWaitingText(photos)}
    </p>
  );

function StoredPhoto({
  fileId,
  ...shown
}: {
  fileId: string;
  number: number;
  onRemove: () => void;
}): ReactNode {
  return <PhotoThumbnail url={useFileUrl(fileId, '320').url} {...shown} />;
}

function ChosenPhoto({
  file,
  ...shown
}: {
  file: ChosenFile;
  number: number;
  onRemove: () => void;
}): ReactNode {
  return <PhotoThumbnail url={useBlobUrl(file.blob)} waiting={!file.uploaded} {...shown} />;
}

interface PhotoThumbnailProps {
  url: string | undefined;
  waiting?: boolean;
  number: number;
  onRemove: () => void;
}

function PhotoThumbnail({
  url,
  waiting = false,
  number,
  onRemove,
}: PhotoThumbnailProps): ReactNode {
  return (
    <li className="relative size-18 flex-none overflow-hidden rounded-control bg-bone">
      {url && (
        <img
          src={url}
          alt={waiting ? t`Photo ${number}, waiting` : t`Photo ${number}`}
          className="size-full object-cover"
        />
      )}
      <button
        type="button"
        aria-label={t`Remove photo ${number}`}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-tap items-start justify-items-end p-1"
      >
        <Icon icon={X} size="s" className="size-5.5 rounded-full bg-veil p-[3px] text-on-veil" />
      </button>
    </li>
  );
}
