import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileKind } from '#domain/accounts/account.views.js';
import { errorMessage, Problem } from '../lib/api.js';
import { type Sending, sendResumably } from '../lib/resumable.js';

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
  const [isCut, setCut] = useState(false);
  const [error, setError] = useState<string>();
  const sending = useRef<Sending>(undefined);

  const end = (chosen?: File): void => {
    sending.current = undefined;
    ahead.current = undefined;
    setFile(chosen);
    setProgress(undefined);
    setCut(false);
  };
  const begin = async (chosen: File): Promise<void> => {
    setFile(chosen);
    setProgress(0);
    setError(undefined);
    const own = sendResumably(chosen, { onSent: setProgress, onCut: setCut });
    sending.current = own;
    try {
      const sent = await own.done;
      if (!sent || sending.current !== own) return;
      end(chosen);
      onDone(sent.fileId, sent.kind);
    } catch (problem) {
      if (sending.current !== own) return;
      end();
      setError((problem instanceof Problem && problem.fields['file']) || errorMessage(problem, t`Failed to upload file`));
    }
  };
  // what has come stays on the server for a day: the same file goes on from there
  useEffect(() => () => sending.current?.pause(), []);

  return {
    file,
    progress,
    isCut,
    error,
    begin: (chosen) => {
      ahead.current = begin(chosen);
    },
    stop: () => {
      sending.current?.stop();
      end();
    },
  };
}
