import { t } from '@lingui/core/macro';
import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useBlobUrl } from '../../lib/photos/photos.js';
import { PhotoInput } from '../../kit/capture/photo-input.js';
import { PhotosWaiting } from '../../kit/capture/photo-strip.js';
import { toastWithUndo } from '../../kit/commands/undo.js';
import {
  withUploadState,
  type ChosenFile,
  type FormOfPhotos,
  maxPhotosText,
  insertAt,
  usePhotos,
} from '../../kit/capture/use-photos.js';
import { Badge } from '../../ui/display/badge.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { FieldSet } from '../../ui/inputs/field.js';
import { ItemCover, Picture } from '../item-cover.js';

interface Images {
  readonly fileIds: readonly string[];
  readonly files: readonly ChosenFile[];
}

interface ImagesFieldProps {
  /** All images in order, stored and chosen. */
  fileIds: readonly string[];
  files: readonly ChosenFile[];
  /** Receives an update function, because other images may have been added. */
  onChange: (change: (before: Images) => Images) => void;
  max: number;
  form: FormOfPhotos;
  error: string | undefined;
}

/** Images, ordered by dragging or by arrow buttons. The first one is the cover. */
export function ImagesField({
  fileIds,
  files,
  onChange,
  max,
  form,
  error,
}: ImagesFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [draggedId, setDraggedId] = useState<string>();
  const [dropTargetId, setDropTargetId] = useState<string>();
  const isSingle = max === 1;
  const changeFiles = (change: (files: readonly ChosenFile[]) => readonly ChosenFile[]): void =>
    onChange((before) => {
      const newFiles = change(before.files);
      const removedIds = before.files
        .filter(({ fileId }) => !newFiles.some((file) => file.fileId === fileId))
        .map(({ fileId }) => fileId);
      const addedIds = newFiles
        .map(({ fileId }) => fileId)
        .filter((fileId) => !before.fileIds.includes(fileId));
      const remainingIds = before.fileIds.filter((fileId) => !removedIds.includes(fileId));
      const allIds = [...remainingIds, ...addedIds];
      const newIds = isSingle ? allIds.slice(-1) : allIds;
      return { fileIds: newIds, files: newFiles.filter(({ fileId }) => newIds.includes(fileId)) };
    });
  // if only a single image is allowed, a new one replaces it
  const photos = usePhotos(
    files,
    changeFiles,
    isSingle ? { form } : { form, max, storedCount: fileIds.length - files.length },
  );
  const move = (fileId: string, index: number): void =>
    onChange((before) => {
      const remainingIds = before.fileIds.filter((other) => other !== fileId);
      return {
        fileIds: remainingIds.toSpliced(
          Math.max(0, Math.min(index, remainingIds.length)),
          0,
          fileId,
        ),
        files: before.files,
      };
    });
  const remove = (fileId: string): void => {
    const index = fileIds.indexOf(fileId);
    const file = files.find((chosen) => chosen.fileId === fileId);
    onChange((before) => ({
      fileIds: before.fileIds.filter((other) => other !== fileId),
      files: before.files.filter((chosen) => chosen.fileId !== fileId),
    }));
    toastWithUndo(t`Image removed`, () => {
      let isFull = false;
      onChange((before) => {
        isFull = before.fileIds.length >= max;
        if (isFull || before.fileIds.includes(fileId)) return before;
        return {
          fileIds: insertAt(before.fileIds, fileId, index),
          files: file ? [...before.files, withUploadState(file)] : before.files,
        };
      });
      if (!isFull) return undefined;
      return isSingle ? t`Another image has taken its place` : maxPhotosText(max);
    });
  };
  return (
    <FieldSet
      label={isSingle ? t`Image` : t`Images`}
      optional
      error={error ?? photos.error}
      hint={!isSingle && t`The first one is the cover.`}
    >
      {fileIds.length > 0 && (
        <ol
          className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3"
          aria-label={t`Images`}
        >
          {fileIds.map((fileId, index) => (
            <li
              key={fileId}
              draggable={!isSingle}
              className={classes(
                'relative overflow-hidden rounded-card bg-sunken',
                dropTargetId === fileId && 'outline-2 outline-focus',
              )}
              onDragStart={() => setDraggedId(fileId)}
              onDragEnd={() => {
                setDraggedId(undefined);
                setDropTargetId(undefined);
              }}
              onDragOver={(event) => {
                if (!draggedId) return;
                event.preventDefault();
                setDropTargetId(fileId);
              }}
              onDrop={() => draggedId && move(draggedId, index)}
            >
              <ItemImage fileId={fileId} files={files} alt={t`Image ${index + 1}`} />
              {index === 0 && !isSingle && (
                <span className="absolute top-2 left-2">
                  <Badge>{t`Cover`}</Badge>
                </span>
              )}
              <div className="flex justify-between">
                {!isSingle && (
                  <>
                    <IconButton
                      icon={ArrowLeft}
                      label={t`Move image ${index + 1} forward`}
                      disabled={index === 0}
                      onClick={() => move(fileId, index - 1)}
                    />
                    <IconButton
                      icon={ArrowRight}
                      label={t`Move image ${index + 1} back`}
                      disabled={index === fileIds.length - 1}
                      onClick={() => move(fileId, index + 1)}
                    />
                  </>
                )}
                <IconButton
                  icon={X}
                  label={t`Remove image ${index + 1}`}
                  onClick={() => remove(fileId)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <PhotosWaiting count={photos.failedUploads} />
      <Button
        icon={ImagePlus}
        name={isSingle ? 'files' : 'imageFileIds'}
        className="self-start"
        onClick={() => input.current?.click()}
        disabled={!isSingle && fileIds.length >= max}
      >
        {addText(fileIds.length > 0, isSingle)}
      </Button>
      <PhotoInput ref={input} multiple={!isSingle} aria-label={t`Images`} onFiles={photos.add} />
    </FieldSet>
  );
}

/** Label of the button that chooses images. */
function addText(hasImages: boolean, isSingle: boolean): string {
  if (!isSingle) return t`Add images`;
  return hasImages ? t`Choose another image` : t`Add image`;
}

/** Image from the server, or from this device. */
export function ItemImage({
  fileId,
  files,
  alt,
}: {
  fileId: string;
  files: readonly ChosenFile[];
  alt: string;
}): ReactNode {
  const file = files.find((one) => one.fileId === fileId);
  const url = useBlobUrl(file?.blob);
  return file ? (
    <ItemCover src={url} alt={file.uploaded ? alt : t`${alt}, waiting`} />
  ) : (
    <Picture fileId={fileId} alt={alt} />
  );
}
