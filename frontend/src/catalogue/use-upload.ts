import { t } from '@lingui/core/macro';
import { type RefObject, useRef, useState } from 'react';
import type { FileKind, UploadedFile } from '#domain/accounts/account.views.js';
import { errorMessage, newId, Problem, uploadFile } from '../lib/api.js';

export interface Upload {
  /** What was chosen here, until another one is, or it was refused. */
  readonly file: File | undefined;
  /** How much of it was sent, from 0 to 1; undefined when none is on its way. */
  readonly progress: number | undefined;
  /** The connection was lost, and it goes on by itself. */
  readonly isCut: boolean;
  /** Why it was not taken, in words. */
  readonly error: string | undefined;
  readonly begin: (file: File) => void;
  readonly stop: () => void;
}

/**
 * Sends a file ahead while the rest of a form is typed.
 * @param ahead what the form waits for before it is saved
 */
export function useUpload(ahead: RefObject<Promise<unknown> | undefined>, onDone: (fileId: string, kind: FileKind) => void): Upload {
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const current = useRef<File>(undefined);

  const begin = async (chosen: File): Promise<void> => {
    current.current = chosen;
    setFile(chosen);
    setError(undefined);
    setProgress(0);
    const fileId = newId();
    try {
      const { kind } = await uploadFile<UploadedFile>(fileId, chosen, { name: chosen.name });
      if (current.current === chosen) onDone(fileId, kind);
    } catch (problem) {
      if (current.current !== chosen) return;
      setFile(undefined);
      setError((problem instanceof Problem && problem.fields['file']) || errorMessage(problem, t`Failed to upload file`));
    } finally {
      if (current.current === chosen) setProgress(undefined);
    }
  };

  return {
    file,
    progress,
    isCut: false,
    error,
    begin: (chosen) => {
      ahead.current = begin(chosen);
    },
    stop: () => {
      current.current = undefined;
      ahead.current = undefined;
      setFile(undefined);
      setProgress(undefined);
    },
  };
}
