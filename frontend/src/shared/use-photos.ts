import { useCallback, useRef, useState } from 'react';
import { newId, Offline, Problem, uploadFile } from '../lib/api.js';
import { smaller } from '../lib/photos.js';

/** A photo or paper that was chosen and goes with what is being written. */
export interface ChosenFile {
  readonly fileId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly uploaded: boolean;
}

export interface Photos {
  readonly files: readonly ChosenFile[];
  readonly add: (chosen: FileList | readonly File[] | null) => Promise<void>;
  readonly remove: (fileId: string) => void;
  /** Instead of all that is there: a draft, or nothing after it was sent. */
  readonly become: (files: readonly ChosenFile[]) => void;
  /** Why the last one was not taken, in words. */
  readonly error: string | undefined;
}

/** As many as a command takes. */
const most = 20;

/**
 * Photos are made small and sent ahead while the rest is still being typed; what does not go through waits with the capture.
 * @param kept how many the record has already and keeps
 */
export function usePhotos({ kept = 0 } = {}): Photos {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [error, setError] = useState<string>();
  const count = useRef(0);
  count.current = files.length + kept;

  const remove = useCallback((fileId: string) => setFiles((others) => others.filter((file) => file.fileId !== fileId)), []);

  const sendAhead = useCallback(
    async (file: ChosenFile) => {
      try {
        await uploadFile(file.fileId, file.blob, { name: file.name });
        setFiles((others) => others.map((other) => (other.fileId === file.fileId ? { ...other, uploaded: true } : other)));
      } catch (problem) {
        if (problem instanceof Offline || !(problem instanceof Problem) || problem.retryable) return;
        setError(problem.fields['file'] ?? problem.detail);
        remove(file.fileId);
      }
    },
    [remove],
  );

  const add = useCallback(
    async (chosen: FileList | readonly File[] | null) => {
      setError(undefined);
      const room = [...(chosen ?? [])].slice(0, Math.max(0, most - count.current));
      if ((chosen?.length ?? 0) > room.length) setError(`At most ${most} photos`);
      for (const file of room) {
        const made: ChosenFile = { fileId: newId(), blob: await smaller(file), name: file.name, uploaded: false };
        setFiles((others) => [...others, made]);
        void sendAhead(made);
      }
    },
    [sendAhead],
  );

  return { files, add, remove, become: setFiles, error };
}
