import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileKind } from '#domain/kernel/files.js';
import { errorMessage, Problem } from '../lib/api.js';
import { type Sending, sendResumably } from '../lib/resumable.js';
import { fileRefusal } from './file-refusal.js';
import { useIsOpen } from './use-is-open.js';

/** A file on its way, as the form sees it that waits for it. */
export interface PendingUpload {
  /** Whether it is there: it may be refused or stopped. */
  readonly arrived: Promise<boolean>;
  /** Gives it up. */
  readonly stop: () => void;
  /** Leaves what has come on the server, with the draft. What it answers goes on from there. */
  readonly setAside: () => () => void;
}

export interface Upload {
  /** File chosen here, while the form holds it or it is being uploaded. */
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
 * @param heldId which file the form holds now
 */
export function useUpload(
  ahead: RefObject<PendingUpload | undefined>,
  heldId: string,
  onDone: (fileId: string, kind: FileKind) => void,
): Upload {
  const [file, setFile] = useState<File>();
  /** Id of the uploaded file. */
  const [fileId, setFileId] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const [isCut, setCut] = useState(false);
  const [error, setError] = useState<string>();
  const sending = useRef<Sending>(undefined);

  const end = (sentId?: string): void => {
    sending.current = undefined;
    ahead.current = undefined;
    setFileId(sentId);
    setProgress(undefined);
    setCut(false);
  };
  const begin = async (chosen: File): Promise<boolean> => {
    setFile(chosen);
    setProgress(0);
    setError(undefined);
    const own = sendResumably(chosen, { onSent: setProgress, onCut: setCut });
    sending.current = own;
    try {
      const sent = await own.done;
      if (!sent || sending.current !== own) return false;
      end(sent.fileId);
      onDone(sent.fileId, sent.kind);
      return true;
    } catch (problem) {
      if (sending.current !== own) return false;
      end();
      // who throws away what was typed reads no more why its file was refused
      const why =
        problem instanceof Problem && problem.fields['file']
          ? fileRefusal(problem, 'pictures, PDFs and videos')
          : errorMessage(problem, t`Failed to upload file`);
      const stop = (): void => setError(undefined);
      const setAside = (): (() => void) => {
        stop();
        return () => setError(why);
      };
      ahead.current = { arrived: Promise.resolve(true), stop, setAside };
      setError(why);
      return false;
    }
  };
  const isOpen = useIsOpen();
  // what has come stays on the server for a day: the same file goes on from there
  useEffect(() => () => sending.current?.pause(), []);

  const stop = (): void => {
    sending.current?.stop();
    end();
  };
  const sendAhead = (chosen: File): void => {
    const setAside = (): (() => void) => {
      sending.current?.pause();
      end();
      // another one may be on its way by then; who has left the form chooses it again
      return () => {
        if (isOpen.current && !sending.current) sendAhead(chosen);
      };
    };
    ahead.current = { arrived: begin(chosen), stop, setAside };
  };
  return {
    file: progress !== undefined || fileId === heldId ? file : undefined,
    progress,
    isCut,
    error,
    begin: sendAhead,
    stop,
  };
}
