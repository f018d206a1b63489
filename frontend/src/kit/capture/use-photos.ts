import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { quantities } from '#domain/kernel/values/quantities.js';
import { newId, Problem, uploadFile } from '../../lib/server/api.js';
import { limitConcurrency } from './limit-concurrency.js';
import { mayBePicture, shrinkPhoto } from '../../lib/photos/photos.js';
import { fileRefusal } from './file-refusal.js';
import type { Undo } from '../commands/undo.js';
import { useIsMounted } from '../commands/use-is-mounted.js';
import { canSucceedLater, useRetry } from './use-retry.js';

/** With more parallel uploads each would take longer, and fail more easily. */
const limitUploads = limitConcurrency(2);

/** Chosen photo or document, sent with the form's command. */
export interface ChosenFile {
  readonly fileId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly uploaded: boolean;
  /** SHA-256 of the file as it was chosen, before it was shrunk, if the form needs it. */
  readonly sha256?: string | undefined;
}

type Files = readonly ChosenFile[];

export interface Photos {
  readonly files: Files;
  readonly add: (chosen: FileList | readonly File[] | null) => Promise<void>;
  /** Removes a photo; the returned function restores it in its place. */
  readonly remove: (fileId: string) => Undo;
  /** Refusal of the last photo. */
  readonly error: string | undefined;
  /**
   * Number of failed uploads. They are retried while the form is open, and sent with its command.
   */
  readonly failedUploads: number;
}

export const MAX_PHOTOS = quantities.photosOfCommand;
export const maxPhotosText = (max: number): string => t`At most ${max} photos`;

/** Ids of files that this tab has uploaded, even if removed from the form. */
const uploadedIds = new Set<string>();
export const withUploadState = (file: ChosenFile): ChosenFile => ({
  ...file,
  uploaded: file.uploaded || uploadedIds.has(file.fileId),
});

/** Form that has the photos. */
export interface FormOfPhotos {
  /** A photo that is shrunk in a later generation is ignored. */
  readonly generation: number;
  /** Lets a submission wait until the photos are shrunk. */
  readonly hold: (change: Promise<unknown>) => void;
}

interface PhotoLimits {
  /** Limit, including the record's photos. */
  readonly max?: number;
  /** Number of photos that the record keeps. */
  readonly storedCount?: number | undefined;
  readonly form?: FormOfPhotos;
  /** Hash of a file as it was chosen, stored with it. */
  readonly hash?: (file: File) => Promise<string | undefined>;
}

/**
 * Photos of a form. They are shrunk, and uploaded before the form is sent; those whose upload
 * failed are uploaded with its command.
 * @param change updater of the form's files, which may have changed meanwhile
 */
export function usePhotos(
  files: Files,
  change: (update: (files: Files) => Files) => void,
  { max = MAX_PHOTOS, storedCount = 0, form, hash }: PhotoLimits = {},
): Photos {
  const generation = form?.generation;
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const uploading = useRef(new Set<string>());
  const latest = useRef({ change, storedCount, generation, totalCount: 0 });
  latest.current = { change, storedCount, generation, totalCount: files.length + storedCount };
  const isMounted = useIsMounted();
  const changeFiles = (update: (files: Files) => Files): void => latest.current.change(update);
  const remove = (fileId: string): Undo => {
    const index = files.findIndex((file) => file.fileId === fileId);
    const removedFile = files[index];
    changeFiles((others) => others.filter((file) => file.fileId !== fileId));
    return () => {
      let isFull = false;
      changeFiles((others) => {
        isFull = others.length + latest.current.storedCount >= max;
        const hasFile = others.some((file) => file.fileId === fileId);
        return isFull || hasFile || !removedFile
          ? others
          : insertAt(others, withUploadState(removedFile), index);
      });
      return isFull ? maxPhotosText(max) : undefined;
    };
  };

  const waitingFiles = files.filter(({ fileId, uploaded }) => !uploaded && failed.has(fileId));
  const recordFailure = useRetry(waitingFiles.length > 0, () =>
    waitingFiles.forEach((file) => void uploadBeforeSubmit(file)),
  );
  const uploadBeforeSubmit = async (file: ChosenFile): Promise<void> => {
    if (uploading.current.has(file.fileId)) return;
    uploading.current.add(file.fileId);
    try {
      await limitUploads(() => uploadFile(file.fileId, file.blob, { name: file.name }));
      uploadedIds.add(file.fileId);
      // after the form is closed, only the person changes its draft
      if (isMounted.current)
        changeFiles((others) =>
          others.map((other) =>
            other.fileId === file.fileId ? { ...other, uploaded: true } : other,
          ),
        );
    } catch (problem) {
      if (!isMounted.current) return;
      if (canSucceedLater(problem)) {
        setFailed((before) => new Set(before).add(file.fileId));
        recordFailure();
      } else if (problem instanceof Problem) {
        setError(fileRefusal(problem, 'pictures'));
        remove(file.fileId);
      }
    } finally {
      uploading.current.delete(file.fileId);
    }
  };

  const addAll = async (chosen: FileList | readonly File[] | null): Promise<void> => {
    setError(undefined);
    const pictures = [...(chosen ?? [])].filter(mayBePicture);
    if (pictures.length < (chosen?.length ?? 0))
      setError(t`Only photos can be added here. Choose a picture`);
    const fitting = pictures.slice(0, Math.max(0, max - latest.current.totalCount));
    if (pictures.length > fitting.length) setError(maxPhotosText(max));
    for (const file of fitting) {
      const photo: ChosenFile = {
        fileId: newId(),
        blob: await shrinkPhoto(file),
        name: file.name,
        uploaded: false,
        ...(hash && { sha256: await hash(file) }),
      };
      if (latest.current.generation !== generation) return;
      // photos that were chosen at the same time may have come first
      let isFull = false;
      changeFiles((others) => {
        isFull = others.length + latest.current.storedCount >= max;
        return isFull ? others : [...others, photo];
      });
      if (isFull) return setError(maxPhotosText(max));
      void uploadBeforeSubmit(photo);
    }
  };

  const add: Photos['add'] = (chosen) => {
    const adding = addAll(chosen);
    form?.hold(adding);
    return adding;
  };

  return { files, add, remove, error, failedUploads: waitingFiles.length };
}

/** List with a removed item back in its place. */
export const insertAt = <Item>(
  items: readonly Item[],
  item: Item,
  index: number,
): readonly Item[] => (items.includes(item) ? items : items.toSpliced(index, 0, item));

export const fileIdsOf = (files: Files): string[] => files.map(({ fileId }) => fileId);
/** Undefined for an empty list, which the command leaves out. */
export const undefinedIfEmpty = <Item>(items: Item[]): Item[] | undefined =>
  items.length > 0 ? items : undefined;
