import type { FileKind, FileLink } from '#domain/accounts/account.views.js';
import { get, newId } from './api.js';
import { identity } from './identity.js';
import { problemIn } from './problem.js';

export interface Sending {
  /** Its id and what it is, once it is there whole; undefined where it was stopped. Rejects with a Problem where it was refused. */
  readonly done: Promise<{ readonly fileId: string; readonly kind: FileKind } | undefined>;
  /** Gives it up. */
  readonly stop: () => void;
  /** Leaves what has come on the server. */
  readonly pause: () => void;
}

interface Progress {
  /** From 0 to 1. */
  readonly onSent: (share: number) => void;
  /** Whether the connection is lost; it goes on by itself. */
  readonly onCut: (isCut: boolean) => void;
}

/** A proxy that passes a request on only when it has come whole loses so much where the connection is cut, in bytes. */
const chunkSize = 4 * 1024 ** 2;
/** Between tries while the connection is lost, in milliseconds; the last one again and again. */
const pauses = [0, 1_000, 3_000, 5_000];

/** Sends a file that goes on where it stopped after a lost connection, also when it is chosen again after a reload. */
export function sendResumably(file: File, { onSent, onCut }: Progress): Sending {
  const { accountId, organizationId } = identity();
  let stopped = false;
  let end = (_isForGood: boolean): void => {
    stopped = true;
  };
  const send = async (): Promise<string | undefined> => {
    const { DetailedError, Upload } = await import('tus-js-client');
    return new Promise((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: '/api/uploads',
        chunkSize,
        retryDelays: pauses,
        metadata: { filename: file.name, filetype: file.type },
        headers: { 'Idempotency-Key': newId(), ...(organizationId && { 'X-Organization': organizationId }) },
        fingerprint: () => Promise.resolve(['upload', accountId, organizationId, file.name, file.type, file.size, file.lastModified].join(' ')),
        removeFingerprintOnSuccess: true,
        onProgress: (sent, all) => {
          onCut(false);
          onSent(sent / all);
        },
        onShouldRetry: ({ originalResponse }) => {
          const isCut = isPassing(originalResponse?.getStatus());
          if (isCut) onCut(true);
          return isCut;
        },
        onSuccess: () => resolve(upload.url?.split('/').at(-1)),
        onError: (error) => {
          const response = error instanceof DetailedError ? error.originalResponse : undefined;
          if (isPassing(response?.getStatus())) setTimeout(() => !stopped && upload.start(), pauses.at(-1));
          else void problemIn(new Response(response?.getBody(), { status: response?.getStatus() })).then(reject);
        },
      });
      end = (isForGood) => {
        stopped = true;
        void upload.abort(isForGood).catch(() => undefined);
        resolve(undefined);
      };
      if (stopped) return resolve(undefined);
      void upload.findPreviousUploads().then(([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        upload.start();
      });
    });
  };
  const done = send().then(async (fileId) =>
    fileId === undefined ? undefined : { fileId, kind: (await get<FileLink>(`/api/files/${fileId}`)).kind },
  );
  return { done, stop: () => end(true), pause: () => end(false) };
}

/** No answer, or one that may be another one soon. */
const isPassing = (status: number | undefined): boolean =>
  status === undefined || status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
