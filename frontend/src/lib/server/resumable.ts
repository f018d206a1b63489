import type { DetailedError as TusError, HttpResponse } from 'tus-js-client';
import type { FileKind } from '#domain/kernel/files/files.js';
import { get, newId, Offline, Problem } from './api.js';
import { ANSWER_LIMIT_MS } from './exchange.js';
import { identity } from '../account/identity.js';
import { isJson, problemIn, Unreadable } from './problem.js';

export interface Sending {
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
  /** Receives the sent share, from 0 to 1. */
  readonly onSent: (share: number) => void;
  /** Called when the connection is lost or back; sending resumes by itself. */
  readonly onCut: (isCut: boolean) => void;
}

/** Chunk size. A buffering proxy loses at most one chunk when the connection breaks. */
const chunkSize = 4 * 1024 ** 2;
/** Delays between tries without a connection; the last one repeats. */
const pauses = [0, 1_000, 3_000, 5_000];

/** Uploads a file resumably (tus): after a lost connection, or when chosen again after a reload. */
export function sendResumably(file: File, { onSent, onCut }: Progress): Sending {
  const { accountId, organizationId } = identity();
  let stopped = false;
  // The upload is remembered until its kind is known, so that choosing the file again resends
  // nothing.
  let forget = (): Promise<unknown> => Promise.resolve();
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
        headers: {
          'Idempotency-Key': newId(),
          ...(accountId && { 'X-Account': accountId }),
          ...(organizationId && { 'X-Organization': organizationId }),
        },
        fingerprint: () =>
          Promise.resolve(
            [
              'upload',
              accountId,
              organizationId,
              file.name,
              file.type,
              file.size,
              file.lastModified,
            ].join(' '),
          ),
        onProgress: (sent, all) => {
          watch();
          onCut(false);
          onSent(sent / all);
        },
        onAfterResponse: (request, response) => {
          // without the offset tus would resend the whole file
          if (request.getMethod() === 'HEAD' && isPassingAnswer(response))
            throw new PassingAnswer(response);
        },
        onShouldRetry: (error) => {
          const isCut = isPassingAnswer(answerTo(error as TusError));
          if (isCut) onCut(true);
          return isCut;
        },
        onSuccess: () => {
          clearTimeout(stalled);
          resolve(upload.url?.split('/').at(-1));
        },
        onError: (error) => {
          clearTimeout(stalled);
          if (!(error instanceof DetailedError)) return reject(error);
          const response = answerTo(error);
          // tus has used up its retries
          const isGivenUp = response?.getStatus() === 500;
          if (response && (isGivenUp || !isPassingAnswer(response)))
            return void problemIn(asResponse(response)).then(reject, reject);
          // a moved or changed file fails like a lost connection
          void isReadable(file).then((can) =>
            can ? setTimeout(start, pauses.at(-1)) : reject(new Unreadable()),
          );
        },
      });
      let stalled: ReturnType<typeof setTimeout> | undefined;
      /** Treats the connection as lost if there is no progress within the limit. */
      const watch = (): void => {
        clearTimeout(stalled);
        stalled = setTimeout(() => {
          if (stopped) return;
          onCut(true);
          void upload.abort(false).then(start);
        }, ANSWER_LIMIT_MS);
      };
      const start = (): void => {
        if (stopped) return;
        upload.start();
        watch();
      };
      forget = async () => {
        for (const { urlStorageKey } of await upload.findPreviousUploads())
          await upload.options.urlStorage?.removeUpload(urlStorageKey);
      };
      end = (isForGood) => {
        stopped = true;
        clearTimeout(stalled);
        void upload.abort(isForGood).catch(() => undefined);
        resolve(undefined);
      };
      if (stopped) return resolve(undefined);
      void upload.findPreviousUploads().then(([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        start();
      });
    });
  };
  const kindOf = async (fileId: string): Promise<FileKind | undefined> => {
    while (!stopped) {
      try {
        return (await get('/api/files/:fileId', { fileId })).kind;
      } catch (error) {
        if (
          !(error instanceof Offline) &&
          !(error instanceof Problem && isPassing(error.status, error.code))
        )
          throw error;
        onCut(true);
        await new Promise((resolve) => setTimeout(resolve, pauses.at(-1)));
      }
    }
    return undefined;
  };
  const done = send().then(async (fileId) => {
    const kind = fileId === undefined ? undefined : await kindOf(fileId);
    if (fileId === undefined || kind === undefined || stopped) return undefined;
    await forget();
    return { fileId, kind };
  });
  return { done, stop: () => end(true), pause: () => end(false) };
}

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
class PassingAnswer extends Error {
  constructor(readonly response: HttpResponse) {
    super();
  }
}

const answerTo = ({ originalResponse, causingError }: TusError): HttpResponse | null =>
  causingError instanceof PassingAnswer ? causingError.response : originalResponse;

/**
 * Whether a retry may succeed: no answer, a busy server, or a conflict over the upload's offset.
 */
const isPassing = (status: number, code: unknown): boolean =>
  status === 0 ||
  (status === 409 && code === 'upload-not-continued') ||
  status === 423 ||
  status === 429 ||
  status >= 500;

const isPassingAnswer = (response: HttpResponse | null): boolean =>
  response === null ||
  isForeign(response) ||
  isPassing(response.getStatus(), codeIn(response.getBody()));

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
