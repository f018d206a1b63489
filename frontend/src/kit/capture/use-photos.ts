import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { quantities } from '#domain/kernel/values/quantities.js';
import { newId, Problem, uploadFile } from '../../lib/server/api.js';
import { atMost } from './at-most.js';
import { mayBePicture, smaller } from '../../lib/photos/photos.js';
import { fileRefusal } from './file-refusal.js';
import type { Undo } from '../commands/undo.js';
import { useIsOpen } from '../commands/use-is-open.js';
import { canSucceedLater, useRetry } from './use-retry.js';

/** More uploads at once only share the connection, and each is longer at risk. */
const twoAtOnce = atMost(2);

/** Chosen photo or document, sent with the form's command. */
export interface ChosenFile {
  readonly fileId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly uploaded: boolean;
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
  readonly waiting: number;
}

export const mostOfCommand = quantities.photosOfCommand;
export const mostPhotosText = (most: number): string => t`At most ${most} photos`;

/** Ids of files that this tab has uploaded, even if removed from the form. */
const arrived = new Set<string>();
export const asArrived = (file: ChosenFile): ChosenFile => ({
  ...file,
  uploaded: file.uploaded || arrived.has(file.fileId),
});

interface Room {
  /** Limit, including the record's photos. */
  readonly most?: number;
  /** Number of photos that the record keeps. */
  readonly kept?: number | undefined;
  /** Generation of the form: a photo that is shrunk in a later one is ignored. */
  readonly generation?: number;
}

/**
 * Photos of a form: shrunk and uploaded ahead. Failed uploads go with the command.
 * @param change updater of the form's files, which may have changed meanwhile
 */
export function usePhotos(
  files: Files,
  change: (to: (files: Files) => Files) => void,
  { most = mostOfCommand, kept = 0, generation }: Room = {},
): Photos {
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const onItsWay = useRef(new Set<string>());
  const latest = useRef({ change, kept, generation, count: 0 });
  latest.current = { change, kept, generation, count: files.length + kept };
  const isOpen = useIsOpen();
  const become = (to: (files: Files) => Files): void => latest.current.change(to);
  const remove = (fileId: string): Undo => {
    const place = files.findIndex((file) => file.fileId === fileId);
    const removed = files[place];
    become((others) => others.filter((file) => file.fileId !== fileId));
    return () => {
      let isFull = false;
      become((others) => {
        isFull = others.length + latest.current.kept >= most;
        const isThere = !removed || others.some((file) => file.fileId === fileId);
        return isFull || isThere ? others : putBack(others, asArrived(removed), place);
      });
      return isFull ? mostPhotosText(most) : undefined;
    };
  };

  const waiting = files.filter(({ fileId, uploaded }) => !uploaded && failed.has(fileId));
  const recordFailure = useRetry(waiting.length > 0, () =>
    waiting.forEach((file) => void sendAhead(file)),
  );
  const sendAhead = async (file: ChosenFile): Promise<void> => {
    if (onItsWay.current.has(file.fileId)) return;
    onItsWay.current.add(file.fileId);
    try {
      await twoAtOnce(() => uploadFile(file.fileId, file.blob, { name: file.name }));
      arrived.add(file.fileId);
      // after the form is closed, only the person changes its draft
      if (isOpen.current)
        become((others) =>
          others.map((other) =>
            other.fileId === file.fileId ? { ...other, uploaded: true } : other,
          ),
        );
    } catch (problem) {
      if (!isOpen.current) return;
      if (canSucceedLater(problem)) {
        setFailed((before) => new Set(before).add(file.fileId));
        recordFailure();
      } else if (problem instanceof Problem) {
        setError(fileRefusal(problem, 'pictures'));
        remove(file.fileId);
      }
    } finally {
      onItsWay.current.delete(file.fileId);
    }
  };

  const add = async (chosen: FileList | readonly File[] | null): Promise<void> => {
    setError(undefined);
    const found = [...(chosen ?? [])].filter(mayBePicture);
    if (found.length < (chosen?.length ?? 0))
      setError(t`Only photos can be added here. Choose a picture`);
    const room = found.slice(0, Math.max(0, most - latest.current.count));
    if (found.length > room.length) setError(mostPhotosText(most));
    for (const file of room) {
      const made: ChosenFile = {
        fileId: newId(),
        blob: await smaller(file),
        name: file.name,
        uploaded: false,
      };
      if (latest.current.generation !== generation) return;
      become((others) => [...others, made]);
      void sendAhead(made);
    }
  };

  return { files, add, remove, error, waiting: waiting.length };
}

/** List with a removed item back in its place. */
export const putBack = <Item>(
  items: readonly Item[],
  removed: Item,
  place: number,
): readonly Item[] => (items.includes(removed) ? items : items.toSpliced(place, 0, removed));

export const idsOf = (files: Files): string[] => files.map(({ fileId }) => fileId);
/** Undefined for an empty list, which the command leaves out. */
export const listed = <Item>(items: Item[]): Item[] | undefined =>
  items.length > 0 ? items : undefined;
