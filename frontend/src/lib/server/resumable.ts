import type { DetailedError as TusError, HttpResponse } from 'tus-js-client';
import type { FileKind } from '#domain/kernel/files/files.js';
import { get, newId, Offline, Problem } from './api.js';
import { ANSWER_LIMIT_MS } from './exchange.js';
import { type Identity, identity } from '../account/identity.js';
import { isJson, readProblem, UnreadableFile } from './problem.js';

export interface ResumableUpload {
  /**
   * Resolves when the upload is complete; undefined if stopped.
   * @throws Problem if refused, UnreadableFile if the device lost the file
   */
  readonly done: Promise<{ readonly fileId: string; readonly kind: FileKind } | undefined>;
  /** Cancels the upload and deletes the uploaded part. */
  readonly stop: () => void;
  /** Stops sending, but keeps the uploaded part on the server. */
  readonly pause: () => void;
}

interface Progress {
  /** Receives the fraction that was sent, from 0 to 1. */
  readonly onSent: (fraction: number) => void;
  /** Called when the connection is lost or back; sending resumes by itself. */
  readonly onInterrupted: (isInterrupted: boolean) => void;
}

/** Chunk size. A buffering proxy loses at most one chunk when the connection breaks. */
const CHUNK_BYTES = 4 * 1024 ** 2;
/** Delays between tries without a connection; the last one repeats. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];

/** Uploads a file resumably (tus): after a lost connection, or when chosen again after a reload. */
export function sendResumably(file: File, { onSent, onInterrupted }: Progress): ResumableUpload {
  const author = identity();
  let stopped = false;
  // The upload is remembered until its kind is known, so that choosing the file again resends
  // nothing.
  let forgetUpload = (): Promise<unknown> => Promise.resolve();
  let endUpload = (_options: { readonly deletesPart: boolean }): void => {
    stopped = true;
  };
  const send = async (): Promise<string | undefined> => {
    const { DetailedError, Upload } = await import('tus-js-client');
    return new Promise((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: '/api/uploads',
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        metadata: { filename: file.name, filetype: file.type },
        headers: headersFor(author),
        fingerprint: async () => fingerprintOf(file, author),
        onProgress: (sentBytes, totalBytes) => {
          restartStallTimer();
          onInterrupted(false);
          onSent(sentBytes / totalBytes);
        },
        onAfterResponse: (request, response) => {
          // without the offset tus would resend the whole file
          if (request.getMethod() === 'HEAD' && isTemporaryAnswer(response))
            throw new TemporaryAnswer(response);
        },
        onShouldRetry: (error) => {
          const isInterrupted = isTemporaryAnswer(responseTo(error as TusError));
          if (isInterrupted) onInterrupted(true);
          return isInterrupted;
        },
        onSuccess: () => {
          clearTimeout(stallTimer);
          resolve(upload.url?.split('/').at(-1));
        },
        onError: (error) => {
          clearTimeout(stallTimer);
          if (!(error instanceof DetailedError)) return reject(error);
          const response = responseTo(error);
          // the last answer was a 500, so tus has used up its retries
          const isGivenUp = response?.getStatus() === 500;
          const isRefusal = response && (isGivenUp || !isTemporaryAnswer(response));
          if (isRefusal) return void readProblem(asResponse(response)).then(reject, reject);
          // a moved or changed file fails like a lost connection
          void isReadable(file).then((isStillReadable) =>
            isStillReadable
              ? setTimeout(start, RETRY_DELAYS_MS.at(-1))
              : reject(new UnreadableFile()),
          );
        },
      });
      let stallTimer: ReturnType<typeof setTimeout> | undefined;
      /** Treats the connection as lost if there is no progress within the limit. */
      const restartStallTimer = (): void => {
        clearTimeout(stallTimer);
        stallTimer = setTimeout(() => {
          if (stopped) return;
          onInterrupted(true);
          void upload.abort(false).then(start);
        }, ANSWER_LIMIT_MS);
      };
      const start = (): void => {
        if (stopped) return;
        upload.start();
        restartStallTimer();
      };
      forgetUpload = async () => {
        for (const { urlStorageKey } of await upload.findPreviousUploads())
          await upload.options.urlStorage?.removeUpload(urlStorageKey);
      };
      endUpload = ({ deletesPart }) => {
        stopped = true;
        clearTimeout(stallTimer);
        void upload.abort(deletesPart).catch(() => undefined);
        resolve(undefined);
      };
      if (stopped) return resolve(undefined);
      void upload.findPreviousUploads().then(([previousUpload]) => {
        if (previousUpload) upload.resumeFromPreviousUpload(previousUpload);
        start();
      });
    });
  };
  const fetchKind = async (fileId: string): Promise<FileKind | undefined> => {
    while (!stopped) {
      try {
        return (await get('/api/files/:fileId', { fileId })).kind;
      } catch (error) {
        const canRetry =
          error instanceof Offline ||
          (error instanceof Problem && isTemporary(error.status, error.code));
        if (!canRetry) throw error;
        onInterrupted(true);
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAYS_MS.at(-1)));
      }
    }
    return undefined;
  };
  const completed = send().then(async (fileId) => {
    const kind = fileId === undefined ? undefined : await fetchKind(fileId);
    if (fileId === undefined || kind === undefined || stopped) return undefined;
    await forgetUpload();
    return { fileId, kind };
  });
  return {
    done: completed,
    stop: () => endUpload({ deletesPart: true }),
    pause: () => endUpload({ deletesPart: false }),
  };
}

const headersFor = ({ accountId, organizationId }: Identity): Record<string, string> => ({
  'Idempotency-Key': newId(),
  ...(accountId && { 'X-Account': accountId }),
  ...(organizationId && { 'X-Organization': organizationId }),
});

/** Key under which tus finds an earlier upload of the file by this account. */
const fingerprintOf = (file: File, { accountId, organizationId }: Identity): string =>
  ['upload', accountId, organizationId, file.name, file.type, file.size, file.lastModified].join(
    ' ',
  );

/** Whether the file can still be read. Browsers refuse even one byte of a changed file. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Answer that does not tell the upload's offset. */
class TemporaryAnswer extends Error {
  constructor(readonly response: HttpResponse) {
    super();
  }
}

const responseTo = ({ originalResponse, causingError }: TusError): HttpResponse | null =>
  causingError instanceof TemporaryAnswer ? causingError.response : originalResponse;

/**
 * Whether a retry may succeed: no answer, a busy server, or a conflict over the upload's offset.
 */
const isTemporary = (status: number, code: unknown): boolean =>
  status === 0 ||
  (status === 409 && code === 'upload-not-continued') ||
  status === 423 ||
  status === 429 ||
  status >= 500;

const isTemporaryAnswer = (response: HttpResponse | null): boolean =>
  response === null ||
  isForeign(response) ||
  isTemporary(response.getStatus(), codeIn(response.getBody()));

const typeOf = (response: HttpResponse): string => response.getHeader('content-type') ?? '';
const isForeign = (response: HttpResponse): boolean =>
  response.getStatus() >= 400 && !isJson(typeOf(response));
const asResponse = (response: HttpResponse): Response =>
  new Response(response.getBody(), {
    status: response.getStatus(),
    headers: [['content-type', typeOf(response)]],
  });

function codeIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly code?: unknown }).code;
  } catch {
    return undefined;
  }
}
