import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileKind } from '#domain/kernel/files/files.js';
import { errorMessage, Problem } from '../../lib/server/api.js';
import { type ResumableUpload, sendResumably } from '../../lib/server/resumable.js';
import { fileRefusal } from '../../kit/capture/file-refusal.js';
import { useIsMounted } from '../../kit/commands/use-is-mounted.js';

/** Upload under way, for the form that waits for it. */
export interface PendingUpload {
  /** Resolves to false if the file was refused or the upload stopped. */
  readonly arrived: Promise<boolean>;
  /** Cancels the upload. */
  readonly stop: () => void;
  /** Pauses the upload when its draft is discarded; the returned function resumes it. */
  readonly pauseForDraft: () => () => void;
}

export interface Upload {
  /** Chosen file, while the form holds it or it uploads. */
  readonly file: File | undefined;
  /** Fraction that was sent, from 0 to 1; undefined without an upload. */
  readonly progress: number | undefined;
  /** Whether the connection is lost; the upload resumes by itself. */
  readonly isInterrupted: boolean;
  /** Refusal of the file. */
  readonly error: string | undefined;
  readonly start: (file: File) => void;
  readonly stop: () => void;
}

/**
 * Uploads a file while the form is filled in.
 * @param pending upload that the form awaits before saving
 * @param formFileId file in the form, stored or uploaded before
 */
export function useUpload(
  pending: RefObject<PendingUpload | undefined>,
  formFileId: string,
  onDone: (fileId: string, kind: FileKind) => void,
): Upload {
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const [isInterrupted, setInterrupted] = useState(false);
  const [error, setError] = useState<string>();
  const currentUpload = useRef<ResumableUpload>(undefined);

  const reset = (sentId?: string): void => {
    currentUpload.current = undefined;
    pending.current = undefined;
    setFileId(sentId);
    setProgress(undefined);
    setInterrupted(false);
  };
  const upload = async (chosen: File): Promise<boolean> => {
    setFile(chosen);
    setProgress(0);
    setError(undefined);
    const attempt = sendResumably(chosen, { onSent: setProgress, onInterrupted: setInterrupted });
    currentUpload.current = attempt;
    try {
      const sent = await attempt.done;
      if (!sent || currentUpload.current !== attempt) return false;
      reset(sent.fileId);
      onDone(sent.fileId, sent.kind);
      return true;
    } catch (problem) {
      if (currentUpload.current !== attempt) return false;
      reset();
      // a discarded draft does not show its refusal
      const refusalText =
        problem instanceof Problem && problem.fields['file']
          ? fileRefusal(problem, 'pictures, PDFs and videos')
          : errorMessage(problem, t`Failed to upload file`);
      const stop = (): void => setError(undefined);
      const pauseForDraft = (): (() => void) => {
        stop();
        return () => setError(refusalText);
      };
      // the next attempt to save goes ahead with the form's previous file
      pending.current = { arrived: Promise.resolve(true), stop, pauseForDraft };
      setError(refusalText);
      return false;
    }
  };
  const isMounted = useIsMounted();
  // the server keeps the uploaded part for a day: choosing the same file resumes it
  useEffect(() => () => currentUpload.current?.pause(), []);

  const stop = (): void => {
    currentUpload.current?.stop();
    reset();
  };
  const start = (chosen: File): void => {
    const pauseForDraft = (): (() => void) => {
      currentUpload.current?.pause();
      reset();
      // resumed only if the form is open and no other file uploads
      return () => {
        if (isMounted.current && !currentUpload.current) start(chosen);
      };
    };
    pending.current = { arrived: upload(chosen), stop, pauseForDraft };
  };
  return {
    file: progress !== undefined || fileId === formFileId ? file : undefined,
    progress,
    isInterrupted,
    error,
    start,
    stop,
  };
}
